package site

import "net/http"

func (s *Site) listImages(*call) (any, error)                  { return nil, nothingThere() }
func (s *Site) addImage(*call) (any, error)                    { return nil, nothingThere() }
func (s *Site) arrangeImages(*call) (any, error)               { return nil, nothingThere() }
func (s *Site) deleteImage(*call) (any, error)                 { return nil, nothingThere() }
func (s *Site) validateImages(*call) (any, error)              { return nil, nothingThere() }
func (s *Site) dropUnsent(*call) (any, error)                  { return nil, nothingThere() }
func (s *Site) syncImage(*call) (any, error)                   { return nil, nothingThere() }
func (s *Site) serveFile(w http.ResponseWriter, c *call) error { return nothingThere() }
