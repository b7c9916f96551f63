package page_test

import (
	"time"

	"github.com/mcp-adapters/mcp-adapters/portfolio/page"
)

// mason is a contractor, and chimney what one is proud of. Pictures are under an origin.
var mason = page.Contractor{
	Name: "Front Range Masonry", City: "Denver", State: "CO", Phone: "(303) 555-0142", Website: "https://www.frontrange.example.com",
}

func chimney(origin string) page.CaseStudy {
	picture := func(name string, width, height int, label, alt string) page.Image {
		return page.Image{
			URL: origin + "/media/" + name + ".jpg", Width: width, Height: height,
			Small: origin + "/media/" + name + "-640.jpg", SmallWidth: 640, Alt: alt, Label: label,
		}
	}
	hero := picture("after", 1600, 1067, "after", "The rebuilt chimney in evening light, with a copper cap")
	hero.Hero = true
	return page.CaseStudy{
		URL: origin + "/denver-co/masonry/chimney-rebuild/1925-chimney-3fa9c2d1", Home: origin + "/",
		Title: "A 1925 chimney, rebuilt brick by brick", Type: "Chimney rebuild",
		Neighborhood: "Park Hill", City: "Denver", State: "CO", Duration: "9 working days",
		Published: time.Date(2026, 3, 14, 17, 20, 0, 0, time.UTC), Modified: time.Date(2026, 3, 20, 8, 0, 0, 0, time.UTC),
		Summary: "A leaning chimney on a Denver bungalow came down to the roofline and went back up with its own bricks, lime mortar and a copper cap.",
		Challenge: "The chimney leaned four inches to the north, and the mortar could be brushed out by hand. Hard cement from an earlier repair had spalled a third of the faces.\n\n" +
			"The owners wanted to keep the clinker bricks, which have not been made since the thirties.",
		Solution: "We took the stack down course by course, numbered and cleaned 412 bricks, and replaced those that were lost with salvaged ones of the same kiln.\n\n" +
			"The new stack stands on a stainless flue, laid in lime mortar that was matched to a sample from the attic.",
		Results: "The chimney is plumb, drafts better than before, and looks as if no one had ever been there.",
		Highlights: []string{
			"412 original bricks cleaned and laid again", "Mortar matched to a sample from 1925",
			"New stainless liner, passed at the first inspection",
		},
		Tags: []string{"Historic", "Bungalow", "Park Hill"}, Materials: []string{"Clinker brick", "Natural hydraulic lime", "Copper", "Stainless flue liner"},
		Techniques: []string{"Dismantling by course", "Mortar matching", "Tuckpointing"},
		Images: []page.Image{
			picture("before", 1200, 1600, "before", "The old chimney leans to the north, its mortar gone"),
			hero,
			picture("bricks", 1600, 1200, "progress", "Cleaned bricks in numbered rows on the lawn"),
			picture("course", 1600, 1067, "progress", ""),
			picture("cap", 1200, 1200, "detail", "The seam of the copper cap"),
		},
		Contractor: mason,
	}
}

func portfolio(origin string) page.List {
	study := chimney(origin)
	entry := func(i int, title, kind, city string, month time.Month) page.Entry {
		image := study.Images[i]
		return page.Entry{
			URL: study.URL + "?" + title[:1], Title: title, Type: kind, City: city, State: "CO", Contractor: mason.Name,
			Published: time.Date(2026, month, 2, 0, 0, 0, 0, time.UTC), Image: image,
		}
	}
	return page.List{
		URL: origin + "/", Contractor: &mason, Older: origin + "/?offset=5",
		Projects: []page.Entry{
			entry(1, study.Title, study.Type, "Denver", 3),
			entry(2, "Reclaimed brick for a garden wall in three shades", "Garden wall", "Boulder", 2),
			entry(3, "Limestone steps", "Steps", "Golden", 2),
			entry(0, "Saving a bakery's oven", "Oven", "Denver", 1),
			entry(4, "Copper, slate and brick", "Chimney cap", "Littleton", 1),
		},
	}
}
