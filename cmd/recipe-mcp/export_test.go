package main

// Names for the black-box tests in package main_test.
var (
	Main = main
	Root = rootCommand
)
