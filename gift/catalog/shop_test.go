package catalog_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// TestRead_Shop reads exports of shops as they are.
func TestRead_Shop(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"Shopify": "Handle,Title,Body (HTML),Vendor,Type,Tags,Variant Price,Image Src\n" +
			"dino,Dinosaur Dig Kit,\"<p>Dig up <b>bones</b> &amp; teeth.</p><script>x()</script>\",Acme,Science Toys,\"kids, dinosaurs\",24.90,https://shop.example/dino.jpg\n" +
			"dino,,,,,,29.90,https://shop.example/dino2.jpg\n" +
			"cup,Coffee Set,,Acme,Kitchen,,79.00,\n" +
			"bad,No Price,,Acme,Kitchen,,,\n",
		"Etsy": "TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1\n" +
			"Dinosaur Dig Kit,Dig up bones & teeth.,24.90,EUR,3,\"Science Toys,kids,dinosaurs\",wood,https://shop.example/dino.jpg\n" +
			"Coffee Set,,79.00,EUR,1,Kitchen,,\nNo Price,,,EUR,1,Kitchen,,\n",
		"WooCommerce": "ID;Type;SKU;Name;Published;Short description;Description;Regular price;Categories;Images\n" +
			"1;simple;a;Dinosaur Dig Kit;1;Dig up bones & teeth.;Dig up bones & teeth.;24,90;Science Toys, kids, dinosaurs;https://shop.example/dino.jpg, https://shop.example/2.jpg\n" +
			"2;simple;b;Coffee Set;1;;;79;Kitchen;\n3;simple;c;No Price;1;;;;Kitchen;\n",
		"Google Merchant": "id\ttitle\tdescription\tlink\timage_link\tprice\tproduct_type\tcondition\n" +
			"1\tDinosaur Dig Kit\tDig up bones & teeth.\thttps://shop.example/dino\thttps://shop.example/dino.jpg\t24.90 USD\tScience Toys > kids > dinosaurs\tnew\n" +
			"2\tCoffee Set\t\thttps://shop.example/cup\t\t79.00 USD\tKitchen\tnew\n3\tNo Price\t\t\t\t\tKitchen\tnew\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var gifts []catalog.Gift
			var refused []string
			for g, err := range catalog.Read(strings.NewReader(file), catalog.CSV, nil) {
				if broken := (*catalog.RowError)(nil); errors.As(err, &broken) {
					refused = append(refused, broken.Error())
				} else if err != nil {
					t.Fatal(err)
				} else {
					gifts = append(gifts, g)
				}
			}
			if len(gifts) != 2 {
				t.Fatalf("%d gifts, refused %q", len(gifts), refused)
			}
			g := gifts[0]
			if g.Name != "Dinosaur Dig Kit" || g.Brief != "Dig up bones & teeth." || g.Price != catalog.Budget || !strings.HasPrefix(g.Cost, "24") || g.Image != "https://shop.example/dino.jpg" ||
				!strings.Contains(strings.Join(g.Categories, ","), "dinosaurs") || len(g.Suggested) == 0 || len(g.Recipients) > 0 {
				t.Errorf("got %+v", g)
			}
			if gifts[1].Full != "Coffee Set" || gifts[1].Price != catalog.Premium {
				t.Errorf("got %+v", gifts[1])
			}
			if last := refused[len(refused)-1]; !strings.Contains(last, `("No Price"): price is required`) || len(refused) > 1 && !strings.Contains(refused[0], "columns that were not used") {
				t.Errorf("refused %q", refused)
			}
		})
	}
}

// TestRead_Windows1252 reads what spreadsheets save in some countries.
func TestRead_Windows1252(t *testing.T) {
	t.Parallel()
	for g, err := range catalog.Read(strings.NewReader("Title;Price\nCaf\xe9 set;1.299,00 \x80\n"), catalog.CSV, nil) {
		if err != nil || g.Name != "Café set" || g.Cost != "1.299,00 €" || g.Price != catalog.Luxury {
			t.Errorf("%+v, %v", g, err)
		}
	}
}
