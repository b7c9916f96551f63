package site

import (
	"net/http"
)

func (s *Site) serveList(http.ResponseWriter, *call) error      { return nothingThere() }
func (s *Site) serveSitemap(http.ResponseWriter, *call) error   { return nothingThere() }
func (s *Site) serveRobots(http.ResponseWriter, *call) error    { return nothingThere() }
func (s *Site) serveCaseStudy(http.ResponseWriter, *call) error { return nothingThere() }
