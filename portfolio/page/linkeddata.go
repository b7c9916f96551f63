package page

import "encoding/json"

// The case study in the words of schema.org.
type (
	creativeWork struct {
		Context     string        `json:"@context"`
		Type        string        `json:"@type"`
		ID          string        `json:"@id,omitempty"`
		URL         string        `json:"url,omitempty"`
		Name        string        `json:"name"`
		Description string        `json:"description,omitempty"`
		Published   string        `json:"datePublished,omitempty"`
		Modified    string        `json:"dateModified,omitempty"`
		Creator     *business     `json:"creator,omitempty"`
		Images      []imageObject `json:"image,omitempty"`
		Keywords    []string      `json:"keywords,omitempty"`
		About       string        `json:"about,omitempty"`
		Material    []string      `json:"material,omitempty"`
		Location    *place        `json:"locationCreated,omitempty"`
	}
	business struct {
		Type      string   `json:"@type"`
		Name      string   `json:"name"`
		Telephone string   `json:"telephone,omitempty"`
		URL       string   `json:"url,omitempty"`
		Address   *address `json:"address,omitempty"`
	}
	imageObject struct {
		Type    string `json:"@type"`
		URL     string `json:"contentUrl"`
		Caption string `json:"caption,omitempty"`
		Width   int    `json:"width,omitempty"`
		Height  int    `json:"height,omitempty"`
	}
	place struct {
		Type    string   `json:"@type"`
		Name    string   `json:"name"`
		Address *address `json:"address,omitempty"`
	}
	address struct {
		Type     string `json:"@type"`
		Locality string `json:"addressLocality,omitempty"`
		Region   string `json:"addressRegion,omitempty"`
	}
)

// linkedData returns the case study as JSON that can't end the script element in which
// it is: encoding/json escapes <, > and &.
func (c CaseStudy) linkedData() ([]byte, error) {
	w := creativeWork{
		Context: "https://schema.org", Type: "CreativeWork", ID: own(c.URL), URL: own(c.URL),
		Name: c.title(), Description: c.description(), Published: stamp(c.Published), Modified: stamp(c.Modified),
		Keywords: present(c.Tags), About: trim(c.Type), Material: present(c.Materials),
	}
	if name := trim(c.Contractor.Name); name != "" {
		site, _ := external(c.Contractor.Website)
		w.Creator = &business{
			Type: "LocalBusiness", Name: name, Telephone: trim(c.Contractor.Phone), URL: site,
			Address: newAddress(c.Contractor.City, c.Contractor.State),
		}
	}
	if name := c.place(); name != "" {
		w.Location = &place{Type: "Place", Name: name, Address: newAddress(c.City, c.State)}
	}
	for _, image := range pictures(c.Images, c.title()).all {
		w.Images = append(w.Images, imageObject{"ImageObject", image.URL, image.alt, image.Width, image.Height})
	}
	return json.Marshal(w)
}

func newAddress(city, state string) *address {
	if joined("", city, state) == "" {
		return nil
	}
	return &address{"PostalAddress", trim(city), trim(state)}
}

func present(texts []string) []string {
	var all []string
	for _, text := range texts {
		if text = trim(text); text != "" {
			all = append(all, text)
		}
	}
	return all
}
