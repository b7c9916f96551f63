package main

// Main is the program, for the scripts that the tests run.
var Main = main
