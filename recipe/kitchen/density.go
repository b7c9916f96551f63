package kitchen

import (
	"math/big"
	"strings"
	"sync"
)

// form says how an ingredient is measured.
type form int

const (
	dry     form = iota // cups in the US, grams elsewhere
	liquid              // by volume everywhere
	firm                // like dry, and weighed even by the spoon
	weighed             // by weight everywhere; the table has it for recipes that use cups
)

type densityRow struct {
	gramsPerCup int64
	form        form
	names       string // in any number
}

type density struct {
	gramsPerML *big.Rat
	form       form
}

// densities has the table by key.
var densities = sync.OnceValue(func() map[string]density {
	m := map[string]density{}
	for _, row := range densityTable {
		d := density{over(ratio(row.gramsPerCup, 1), cup), row.form}
		for name := range strings.SplitSeq(row.names, ", ") {
			m[key(name)] = d
		}
	}
	return m
})

// densityOf returns what is known of an ingredient; ok is false if it isn't surely known.
func densityOf(name string) (d density, ok bool) {
	d, ok = densities()[key(name)]
	return d, ok
}

// known returns the name under which an ingredient has a density: walnuts that are
// chopped, as the notes say, are chopped walnuts.
func known(in Ingredient) string {
	first, _, _ := strings.Cut(strings.TrimSpace(in.Notes), " ")
	first = strings.TrimRight(first, ",;")
	if _, ok := densityOf(first + " " + in.Name); ok && first != "" {
		return first + " " + in.Name
	}
	return in.Name
}

// densityTable has grams in a US cup, as common sources give them (the USDA's food
// database and US bakers' charts). Flours are spooned and levelled, brown sugar is packed.
var densityTable = []densityRow{
	{125, dry, "flour, all-purpose flour, all purpose flour, ap flour, plain flour, self-raising flour, self-rising flour, unbleached flour, white flour, wheat flour, Mehl, Weizenmehl, farine, farine de blé, harina, harina de trigo, farina 00, 00 flour"},
	{130, dry, "bread flour, strong flour, strong white flour, strong bread flour"},
	{115, dry, "cake flour, pastry flour"},
	{120, dry, "whole wheat flour, wholemeal flour, wholewheat flour, Vollkornmehl, spelt flour, Dinkelmehl"},
	{103, dry, "rye flour, Roggenmehl"},
	{96, dry, "almond flour, ground almonds, almond meal, gemahlene Mandeln, poudre d'amande, poudre d'amandes"},
	{125, dry, "cornstarch, corn starch, cornflour, Speisestärke, maïzena, maizena"},
	{140, dry, "cornmeal, polenta, Polenta"},
	{167, dry, "semolina, Grieß, Hartweizengrieß, semoule, sémola, semola"},
	{90, dry, "oats, rolled oats, porridge oats, old-fashioned oats, quick oats, Haferflocken, flocons d'avoine, copos de avena"},
	{110, dry, "breadcrumbs, dry breadcrumbs, dried breadcrumbs, bread crumbs, Semmelbrösel, Paniermehl, chapelure, pan rallado, pangrattato"},
	{50, dry, "panko, panko breadcrumbs"},
	{200, dry, "sugar, white sugar, granulated sugar, caster sugar, castor sugar, superfine sugar, cane sugar, Zucker, sucre, sucre en poudre, azúcar, zucchero"},
	{220, dry, "brown sugar, light brown sugar, dark brown sugar, packed brown sugar, muscovado sugar, demerara sugar, brauner Zucker, cassonade, azúcar moreno, zucchero di canna"},
	{120, dry, "powdered sugar, confectioners' sugar, confectioners’ sugar, confectioner's sugar, icing sugar, Puderzucker, sucre glace, azúcar glas, zucchero a velo"},
	{85, dry, "cocoa, cocoa powder, unsweetened cocoa powder, Kakao, Kakaopulver, cacao en poudre, cacao en polvo, cacao amaro"},
	{170, dry, "chocolate chips, dark chocolate chips, milk chocolate chips, semisweet chocolate chips, semi-sweet chocolate chips"},
	{220, dry, "baking powder, Backpulver, levure chimique, baking soda, bicarbonate of soda, bicarb, Natron"},
	{288, dry, "salt, table salt, fine salt, sea salt, fine sea salt, Salz, sel, sal, sale"},
	{149, dry, "dry yeast, active dry yeast, instant yeast, dried yeast, Trockenhefe"},
	{185, dry, "rice, white rice, long-grain rice, long grain rice, basmati rice, jasmine rice, uncooked rice, Reis, riz, arroz, riso"},
	{200, dry, "arborio rice, risotto rice, Risottoreis, short-grain rice, sushi rice"},
	{170, dry, "quinoa"},
	{175, dry, "couscous"},
	{192, dry, "lentils, red lentils, brown lentils, green lentils, Linsen, lentilles, lentejas, lenticchie"},
	{200, dry, "dried chickpeas, dry chickpeas"},
	{150, dry, "raisins, sultanas, Rosinen, raisins secs, pasas, uvetta"},
	{120, dry, "dried cranberries"},
	{143, dry, "almonds, whole almonds, Mandeln, amandes, almendras, mandorle"},
	{95, dry, "sliced almonds, flaked almonds, slivered almonds"},
	{120, dry, "chopped walnuts, chopped pecans, chopped nuts, chopped hazelnuts"},
	{145, dry, "peanuts, roasted peanuts"},
	{135, dry, "pine nuts, Pinienkerne, pignons de pin, piñones, pinoli"},
	{144, dry, "sesame seeds, Sesam"},
	{140, dry, "poppy seeds, Mohn"},
	{160, dry, "chia seeds"},
	{85, dry, "shredded coconut, desiccated coconut, unsweetened shredded coconut, Kokosraspeln, noix de coco râpée"},
	{227, firm, "butter, unsalted butter, salted butter, melted butter, softened butter, Butter, beurre, beurre doux, mantequilla, burro"},
	{227, firm, "margarine, Margarine"},
	{205, firm, "lard, Schmalz, ghee, Butterschmalz"},
	{190, firm, "shortening, vegetable shortening"},
	{100, weighed, "grated parmesan, grated parmesan cheese, parmesan, parmesan cheese, parmigiano, Parmesan"},
	{113, weighed, "grated cheese, shredded cheese, grated cheddar, shredded cheddar, grated cheddar cheese, shredded cheddar cheese, shredded mozzarella, grated mozzarella, grated gruyère"},
	{230, weighed, "cream cheese, Frischkäse"},
	{248, weighed, "ricotta, ricotta cheese"},
	{225, weighed, "cottage cheese"},
	{258, dry, "peanut butter, smooth peanut butter, creamy peanut butter, Erdnussbutter, beurre de cacahuète"},
	{256, dry, "tahini"},
	{340, dry, "honey, Honig, miel, miele, golden syrup"},
	{337, dry, "molasses, treacle, black treacle"},
	{320, dry, "jam, apricot jam, strawberry jam, raspberry jam, Marmelade, Konfitüre, confiture, mermelada, marmellata"},
	{322, liquid, "maple syrup, Ahornsirup, sirop d'érable"},
	{328, liquid, "corn syrup, light corn syrup"},
	{306, dry, "condensed milk, sweetened condensed milk"},
	{245, dry, "applesauce, apple sauce, Apfelmus, pumpkin purée, pumpkin puree"},
	{262, dry, "tomato paste, tomato purée, Tomatenmark, concentré de tomates"},
	{225, dry, "mayonnaise, Mayonnaise, mayo"},
	{245, dry, "yogurt, yoghurt, plain yogurt, natural yogurt, greek yogurt, plain greek yogurt, Joghurt, Naturjoghurt, yaourt, yogur"},
	{240, dry, "sour cream, crème fraîche, creme fraiche, Schmand, saure Sahne, crème fraiche"},
	{148, weighed, "blueberries, Blaubeeren, Heidelbeeren, myrtilles"},
	{145, weighed, "peas, frozen peas, Erbsen"},
	{237, liquid, "water, Wasser, eau, agua, acqua, stock, broth, chicken stock, chicken broth, vegetable stock, vegetable broth, beef stock, beef broth, Brühe, Gemüsebrühe, bouillon, caldo, brodo"},
	{245, liquid, "milk, whole milk, skim milk, buttermilk, Milch, Vollmilch, Buttermilch, lait, leche, latte, almond milk, oat milk, soy milk"},
	{240, liquid, "cream, heavy cream, whipping cream, heavy whipping cream, double cream, single cream, light cream, half-and-half, Sahne, Schlagsahne, crème, crème liquide, nata, panna, coconut milk, Kokosmilch, lait de coco"},
	{216, liquid, "oil, olive oil, extra virgin olive oil, extra-virgin olive oil, vegetable oil, sunflower oil, canola oil, rapeseed oil, neutral oil, sesame oil, coconut oil, Öl, Olivenöl, Sonnenblumenöl, Rapsöl, huile, huile d'olive, aceite, aceite de oliva, olio, olio d'oliva"},
	{239, liquid, "vinegar, white vinegar, white wine vinegar, red wine vinegar, apple cider vinegar, balsamic vinegar, Essig, vinaigre, vinagre, aceto"},
	{244, liquid, "lemon juice, lime juice, orange juice, Zitronensaft, jus de citron, zumo de limón, succo di limone"},
	{236, liquid, "wine, red wine, white wine, dry white wine, Wein, Weißwein, Rotwein, vin blanc, vin rouge, vino, beer, Bier"},
	{255, liquid, "soy sauce, Sojasauce, fish sauce"},
}
