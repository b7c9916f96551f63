package interchange

import (
	"regexp"
	"slices"
	"strings"
)

// schemaMembers are the members of a Recipe node that are read.
var schemaMembers = wordSet(`name headline description recipeYield yield prepTime cookTime performTime totalTime difficulty
educationalLevel recipeIngredient ingredients recipeInstructions instructions supply author encodingFormat
keywords recipeCategory recipeCuisine nutrition suitableForDiet cookingMethod tool alternateName alternativeHeadline
estimatedCost`)

// pageMembers are about the page, about pictures, or what readers thought of
// it. They are left out without a warning.
var pageMembers = wordSet(`type url id identifier sameAs mainEntity mainEntityOfPage isPartOf hasPart image photo images thumbnail
thumbnailUrl primaryImageOfPage video associatedMedia audio aggregateRating review reviews comment comments commentCount
interactionStatistic interactionCount contentRating publisher copyrightHolder copyrightYear copyrightNotice license
sourceOrganization creator contributor editor provider sdPublisher sdLicense sdDatePublished dateCreated datePublished
dateModified inLanguage potentialAction speakable isAccessibleForFree about mentions articleSection articleBody wordCount
title slug additionalType subjectOf workTranslation translationOfWork isBasedOn isFamilyFriendly discussionUrl breadcrumb
accessMode offers award position version`)

// stepMembers are the members of a HowToStep or HowToSection that are read, or
// are about pictures and the page.
var stepMembers = wordSet(`type name text description itemListElement steps step item timeRequired performTime totalTime
encodingFormat id identifier url sameAs position image images photo thumbnail thumbnailUrl inLanguage mainEntityOfPage
itemListOrder numberOfItems`)

// findRecipes returns the schema.org Recipe nodes below v, wherever they
// hang (@graph, mainEntity, a list of items). A mere reference to one that stands
// elsewhere is none.
func findRecipes(v any, refs references) (found []object) {
	walk(v, func(o object) bool {
		if !isType(o, "Recipe") {
			return true
		}
		if !isReference(o) || refs[o.text("@id")] == nil {
			found = append(found, o)
		}
		return false
	})
	return found
}

// isType looks for a schema.org type in "@type", which may be several, as a list or
// (in microdata) with blanks between, with or without the vocabulary's address.
func isType(o object, name string) bool {
	return slices.ContainsFunc(strings.Fields(textOf(o.get("@type", "type"), " ")), func(t string) bool {
		return strings.EqualFold(t[strings.LastIndexAny(t, "/:#")+1:], name)
	})
}

// nutritionText lists the members of a schema.org NutritionInformation, or of
// another program's like it, calories first.
func nutritionText(v any) string {
	m, ok := v.(map[string]any)
	if !ok {
		return textOf(v, ", ")
	}
	o := object(m)
	var parts []string
	for _, k := range slices.Insert(o.sortedKeys(), 0, "calories") {
		value := oneLine(textOf(o[k], ", "))
		if value == "" || k == "id" || k == "type" || strings.HasPrefix(k, "@") || k == "calories" && parts != nil {
			continue
		}
		parts = append(parts, spoken(strings.TrimSuffix(strings.TrimSuffix(k, "Content"), "_content"))+": "+value)
	}
	return strings.Join(parts, ", ")
}

var capital = regexp.MustCompile(`\B(\p{Lu})`)

// spoken turns "servingSize" into "serving size".
func spoken(name string) string {
	return strings.ToLower(strings.ReplaceAll(capital.ReplaceAllString(name, " $1"), "_", " "))
}
