package postgres

import (
	"encoding/binary"
	"encoding/json"
	"math"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// columns are those of a gift, and gift has them as one value that is read as JSON.
const (
	columns = `id, name, brief_description, full_description, price_range, categories, occasions, recipient_types,
		popularity_score, purchasing_guidance, purchase_url, has_affiliate_commission, adult, loved_by`
	gift = `json_build_object('id', id, 'name', name, 'brief', brief_description, 'full', full_description, 'price', price_range,
		'categories', categories, 'occasions', occasions, 'recipients', recipient_types, 'popularity', popularity_score,
		'guidance', purchasing_guidance, 'url', purchase_url, 'affiliate', has_affiliate_commission, 'adult', adult, 'loved', loved_by)`
)

// row is a gift as it is read.
type row struct {
	ID, Name, Brief, Full, Price, Guidance, URL string
	Categories, Occasions, Recipients, Loved    []string
	Popularity                                  *float64
	Affiliate, Adult                            bool
}

func parse(text []byte) (catalog.Gift, error) {
	var r row
	err := json.Unmarshal(text, &r)
	return catalog.Gift{
		ID: r.ID, Name: r.Name, Brief: r.Brief, Full: r.Full, Price: catalog.Price(r.Price),
		Categories: r.Categories, Occasions: r.Occasions, Recipients: r.Recipients,
		Popularity: r.Popularity, Guidance: r.Guidance, URL: r.URL, Affiliate: r.Affiliate, Adult: r.Adult, LovedBy: r.Loved,
	}, err
}

// vector reads what vector_send returns: the dimensions and a zero, in two bytes each, and the
// numbers.
func vector(sent []byte) []float32 {
	if len(sent) < 4 || len(sent) != 4+4*int(binary.BigEndian.Uint16(sent)) {
		return nil
	}
	v := make([]float32, (len(sent)-4)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.BigEndian.Uint32(sent[4+4*i:]))
	}
	return v
}
