package kitchen

import (
	"strings"
	"sync"
)

// other is the section of what no keyword knows.
const other = "other"

// sections are in the order of a walk through a shop.
var sections = []string{"produce", "bakery", "meat & fish", "dairy", "baking & dry goods", "spices", "canned", "frozen", "drinks", other}

// sectionOf returns where an ingredient is found: what is counted in cans is
// canned, a pepper that is counted is no spice, and else it is by the longest phrase of its name that is known, the last of several.
func sectionOf(key string, counts map[string]count) string {
	switch _, bought := counts[""]; {
	case counts["can"].n != nil && len(counts) == 1:
		return "canned"
	case key == "pepper" && bought: // and not ground
		return "produce"
	}
	words := strings.Fields(key)
	for i := range words {
		words[i] = singular(words[i])
	}
	known := sectionWords()
	if len(words) > 0 && words[0] == "frozen" {
		return "frozen"
	}
	for n := min(3, len(words)); n > 0; n-- {
		for i := len(words) - n; i >= 0; i-- {
			if section := known[strings.Join(words[i:i+n], " ")]; section != "" {
				return section
			}
		}
	}
	return other
}

// sectionWords has the section of each phrase, its words in the singular.
var sectionWords = sync.OnceValue(func() map[string]string {
	m := make(map[string]string, 600)
	for _, section := range sections {
		for phrase := range strings.SplitSeq(sectionTable[section], ",") {
			words := strings.Fields(strings.ReplaceAll(phrase, "-", " "))
			for i := range words {
				words[i] = singular(strings.ToLower(words[i]))
			}
			m[strings.Join(words, " ")] = section
		}
	}
	return m
})

// sectionTable has words and phrases in English, German, French, Spanish and Italian.
var sectionTable = map[string]string{
	"produce": `onion, red onion, shallot, spring onion, green onion, scallion, leek, garlic, ginger, fresh ginger, root ginger, carrot, celery, celeriac, fennel, potato, sweet potato,
		tomato, cherry tomato, cucumber, zucchini, courgette, eggplant, aubergine, bell pepper, red pepper, green pepper, yellow pepper, chili, chilli, chili pepper, jalapeño, jalapeno, pumpkin, squash, butternut squash,
		broccoli, cauliflower, cabbage, kale, spinach, chard, lettuce, rocket, arugula, salad, radish, beet, beetroot, turnip, parsnip, asparagus, artichoke, corn on the cob, mushroom, avocado, green bean, bean sprout, pea shoot, snow pea, bok choy, pak choi, edamame,
		apple, pear, banana, orange, lemon, lime, grapefruit, mandarin, lemon zest, orange zest, lime zest, lemon juice, lime juice, peach, nectarine, apricot, plum, cherry, strawberry, raspberry, blueberry, blackberry, cranberry, berry, grape, melon, watermelon, mango, pineapple, kiwi, fig, pomegranate, rhubarb,
		parsley, basil, basil leaf, fresh basil, mint, mint leaf, coriander leaf, cilantro, dill, chive, fresh thyme, fresh rosemary, fresh oregano, fresh sage, thyme sprig, rosemary sprig, lemongrass, herb, tofu,
		Zwiebel, Schalotte, Frühlingszwiebel, Knoblauch, Knoblauchzehe, Ingwer, Karotte, Möhre, Sellerie, Kartoffel, Tomate, Gurke, Paprika rot, Aubergine, Kürbis, Brokkoli, Blumenkohl, Kohl, Spinat, Salat, Pilz, Champignon, Lauch, Porree, Apfel, Birne, Banane, Zitrone, Limette, Erdbeere, Petersilie, Basilikum, Schnittlauch, Koriander, Dill,
		oignon, échalote, ail, carotte, pomme de terre, tomate, concombre, courgette, poivron, champignon, épinard, poireau, pomme, poire, citron, fraise, persil, basilic, ciboulette,
		cebolla, ajo, zanahoria, patata, pepino, calabacín, pimiento, champiñón, espinaca, manzana, limón, fresa, perejil, albahaca,
		cipolla, aglio, carota, patata, pomodoro, zucchina, peperone, fungo, spinacio, mela, limone, prezzemolo, basilico`,
	"dairy": `milk, whole milk, buttermilk, cream, heavy cream, whipping cream, double cream, sour cream, crème fraîche, creme fraiche, half and half, butter, unsalted butter, salted butter, margarine, yogurt, yoghurt, cheese, cream cheese, cottage cheese, goat cheese, blue cheese, parmesan, mozzarella, cheddar, feta, ricotta, gruyère, gruyere, mascarpone, halloumi, paneer, gouda, emmental, pecorino, ghee, egg, egg yolk, egg white, yolk, quark,
		Milch, Buttermilch, Sahne, Schlagsahne, Schmand, Joghurt, Käse, Frischkäse, Ei, Eigelb, Eiweiß, lait, crème, beurre, yaourt, fromage, œuf, oeuf, leche, nata, mantequilla, queso, huevo, latte, panna, burro, formaggio, parmigiano, uovo, tuorlo`,
	"meat & fish": `beef, ground beef, minced beef, mince, steak, pork, bacon, ham, sausage, chorizo, salami, pancetta, prosciutto, lamb, veal, chicken, chicken breast, chicken thigh, ground turkey, turkey, duck, rabbit, meat, meatball, rib, spare rib, brisket, oxtail, liver,
		fish, salmon, cod, haddock, trout, halibut, tuna steak, mackerel, sea bass, shrimp, prawn, mussel, clam, squid, crab, lobster, scallop, anchovy, smoked salmon,
		Hackfleisch, Rindfleisch, Schweinefleisch, Hähnchen, Hähnchenbrust, Huhn, Speck, Schinken, Wurst, Fisch, Lachs, Garnele, bœuf, boeuf, porc, poulet, jambon, lardon, saumon, poisson, crevette, carne, pollo, cerdo, jamón, ternera, pescado, salmón, gamba, manzo, maiale, prosciutto, pesce`,
	"bakery": `bread, white bread, baguette, bun, burger bun, roll, bread roll, tortilla, pita, naan, brioche, croissant, ciabatta, sourdough, toast, bagel, sourdough starter, Brot, Brötchen, Toastbrot, pain, pane`,
	"baking & dry goods": `flour, sugar, brown sugar, powdered sugar, icing sugar, cornstarch, corn starch, cornflour, cornmeal, polenta, semolina, baking powder, baking soda, bicarbonate of soda, yeast, dry yeast, cream of tartar, gelatin, gelatine, cocoa, cocoa powder, chocolate, dark chocolate, milk chocolate, white chocolate, chocolate chip, vanilla extract, vanilla essence, almond extract, vanilla sugar, food coloring, sprinkle, shortening, lard,
		oat, rolled oat, granola, muesli, rice, basmati rice, arborio rice, pasta, spaghetti, macaroni, penne, lasagna sheet, lasagne sheet, lasagna noodle, lasagne, lasagna, noodle, egg noodle, rice noodle, couscous, quinoa, bulgur, barley, lentil, red lentil, dried bean, split pea, breadcrumb, panko, cracker, graham cracker, digestive biscuit, cookie, biscuit,
		almond, ground almond, almond flour, walnut, pecan, hazelnut, cashew, pistachio, peanut, pine nut, nut, sesame seed, poppy seed, chia seed, flaxseed, sunflower seed, pumpkin seed, seed, raisin, sultana, date, dried apricot, dried cranberry, desiccated coconut, shredded coconut,
		oil, olive oil, vegetable oil, sunflower oil, sesame oil, coconut oil, vinegar, balsamic vinegar, wine vinegar, white wine vinegar, red wine vinegar, rice vinegar, cider vinegar, apple cider vinegar, soy sauce, fish sauce, oyster sauce, hoisin sauce, worcestershire sauce, hot sauce, ketchup, mustard, dijon mustard, mayonnaise, honey, maple syrup, golden syrup, corn syrup, molasses, treacle, jam, peanut butter, almond butter, tahini, syrup, miso, miso paste, curry paste,
		chicken stock, beef stock, vegetable stock, chicken broth, beef broth, vegetable broth, stock, broth, stock cube, bouillon, bouillon cube,
		Mehl, Weizenmehl, Zucker, Puderzucker, Vanillezucker, Speisestärke, Grieß, Backpulver, Natron, Hefe, Trockenhefe, Kakao, Schokolade, Haferflocken, Reis, Nudel, Linse, Mandel, Nuss, Rosine, Öl, Olivenöl, Essig, Senf, Honig, Brühe, Gemüsebrühe, Paniermehl,
		farine, sucre, levure, chocolat, riz, pâtes, huile, huile d'olive, vinaigre, moutarde, miel, harina, azúcar, levadura, arroz, aceite, aceite de oliva, vinagre, farina, zucchero, lievito, riso, olio, olio d'oliva, aceto`,
	"spices": `salt, sea salt, kosher salt, pepper, black pepper, white pepper, ground pepper, ground black pepper, pepper powder, peppercorn, salt and pepper, salt pepper, paprika, smoked paprika, cayenne, cayenne pepper, chili powder, chilli powder, chili flake, chilli flake, red pepper flake, cumin, ground cumin, cumin seed, caraway, caraway seed, ground coriander, coriander, coriander seed, turmeric, curry powder, garam masala, cinnamon, cinnamon stick, nutmeg, clove, ground clove, allspice, cardamom, star anise, fennel seed, mustard seed, ground ginger, ginger powder, garlic powder, onion powder, saffron, vanilla, vanilla bean, vanilla pod, oregano, thyme, rosemary, sage, bay leaf, dried basil, dried oregano, dried thyme, dried parsley, dried dill, italian seasoning, seasoning, spice, five spice, herbes de provence, mixed herb, dried herb,
		Salz, Pfeffer, Paprikapulver, Kreuzkümmel, Kurkuma, Zimt, Muskat, Muskatnuss, Nelke, Lorbeerblatt, Thymian, Rosmarin, Majoran, sel, poivre, sel et poivre, cannelle, muscade, laurier, sal, pimienta, pimentón, comino, canela, sale, pepe, cannella, noce moscata, origano`,
	"canned": `canned tomato, chopped tomato, crushed tomato, diced tomato, tinned tomato, tomato paste, tomato purée, tomato sauce, passata, tomato passata, coconut milk, coconut cream, condensed milk, evaporated milk, chickpea, kidney bean, black bean, white bean, cannellini bean, baked bean, bean, sweetcorn, canned corn, tuna, sardine, olive, caper, pickle, gherkin, sun dried tomato, roasted red pepper, applesauce, apple sauce, Apfelmus, pumpkin purée, pumpkin puree, Tomatenmark, Kokosmilch, Kichererbse, Kidneybohne, Thunfisch, concentré de tomate, pois chiche, thon, garbanzo, ceci, tonno`,
	"frozen": `frozen pea, pea, ice cream, ice, ice cube, puff pastry, filo pastry, phyllo, phyllo dough, Erbse, TK Erbse, Blätterteig, petit pois, guisante, piselli`,
	"drinks": `wine, red wine, white wine, dry white wine, beer, rum, brandy, cognac, vodka, whiskey, whisky, sherry, port, marsala, orange juice, apple juice, coffee, espresso, tea, sparkling water, soda, cola, lemonade, Wein, Weißwein, Rotwein, Bier, Orangensaft, Kaffee, vin, vin blanc, vin rouge, bière, vino, cerveza, birra`,
}
