package s3vectors

import (
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/s3vectors/document"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const (
	kindGift     = "gift"
	kindManifest = "manifest"
	manifestKey  = "manifest"
)

// record is the metadata of a gift. What is long, or never asked for, isn't filterable.
type record struct {
	Kind       string   `document:"kind"`
	Price      string   `document:"price_range"`
	Categories []string `document:"categories,omitempty"`
	Occasions  []string `document:"occasions,omitempty"`
	Recipients []string `document:"recipient_types,omitempty"`
	Popularity float64  `document:"popularity_score"`
	Unrated    bool     `document:"unrated,omitempty"` // the popularity isn't the gift's own
	Popular    bool     `document:"popular"`           // one of the most popular of all
	Adult      bool     `document:"adult"`
	Young      bool     `document:"for_children"` // see [store.ForYoung]
	Affiliate  bool     `document:"has_affiliate_commission,omitempty"`

	Name     string `document:"name"`
	Brief    string `document:"brief_description"`
	Full     string `document:"full_description"`
	Guidance string `document:"purchasing_guidance,omitempty"`
	URL      string `document:"purchase_url,omitempty"`
	Image    string `document:"image_url,omitempty"`
	Cost     string `document:"price,omitempty"`
	Hash     string `document:"content_hash"`

	LovedBy []string `document:"loved_by,omitempty"`
}

// notFilterable are the keys that an index is made with; they can't be changed later.
var notFilterable = []string{"name", "brief_description", "full_description", "purchasing_guidance", "purchase_url", "image_url", "price", "loved_by", "content_hash"}

func newRecord(g *catalog.Gift, popular bool) record {
	return record{
		Kind: kindGift, Price: string(g.Price), Categories: g.Categories, Occasions: g.Occasions, Recipients: g.Recipients,
		Popularity: g.Score(), Unrated: g.Popularity == nil, Popular: popular, Adult: g.Adult, Young: store.ForYoung(g), Affiliate: g.Affiliate,
		Name: g.Name, Brief: g.Brief, Full: g.Full, Guidance: g.Guidance, URL: g.URL, Image: g.Image, Cost: g.Cost, Hash: store.Hash(g), LovedBy: g.LovedBy,
	}
}

func (r *record) gift(id string) catalog.Gift {
	g := catalog.Gift{
		ID: id, Name: r.Name, Brief: r.Brief, Full: r.Full, Price: catalog.Price(r.Price),
		Categories: r.Categories, Occasions: r.Occasions, Recipients: r.Recipients, LovedBy: r.LovedBy,
		Guidance: r.Guidance, URL: r.URL, Image: r.Image, Cost: r.Cost, Affiliate: r.Affiliate, Adult: r.Adult,
	}
	if !r.Unrated {
		g.Popularity = &r.Popularity
	}
	return g
}

// check returns an error if Amazon takes no such metadata: the tags may be too long together.
func (r *record) check(id string) error {
	filterable, err := json.Marshal([]any{r.Categories, r.Occasions, r.Recipients})
	// The names of the keys, and the values of a fixed length.
	if err == nil && len(filterable)+256 > maxFilterable {
		return &fault.Error{Kind: fault.InvalidParams, Field: "categories",
			Message: fmt.Sprintf("The categories, occasions and recipient types of the gift %s are too long for S3 Vectors, which takes 2 KB of them.", id)}
	}
	return err
}

// read returns the metadata of a vector; false if that is no gift.
func read(metadata document.Interface) (record, bool) {
	var r record
	if metadata == nil || metadata.UnmarshalSmithyDocument(&r) != nil || r.Kind != kindGift {
		return record{}, false
	}
	return r, true
}

// manifest is the metadata of the vector that is no gift.
type manifest struct {
	Kind       string `document:"kind"`
	Embedder   string `document:"embedder"`
	Dimensions int    `document:"dimensions"`
	Gifts      int    `document:"gifts"`
	Catalog    string `document:"catalog,omitempty"`
	Format     int    `document:"format"`
}

// axis is a vector for what needs any vector.
func (s *Store) axis() []float32 {
	v := make([]float32, s.dims)
	v[0] = 1
	return v
}
