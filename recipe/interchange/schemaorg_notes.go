package interchange

import (
	"slices"
	"strings"
	"unicode"
)

// schemaMembers are the members of a Recipe node that are read.
var schemaMembers = wordSet(`name headline description recipeYield yield prepTime cookTime performTime totalTime difficulty
educationalLevel recipeIngredient ingredients recipeInstructions instructions supply author encodingFormat
keywords recipeCategory recipeCuisine nutrition suitableForDiet cookingMethod tool alternateName alternativeHeadline
estimatedCost`)

// pageMembers are about the page, about pictures, or what readers thought of
// it. They stay behind without a word.
var pageMembers = wordSet(`type url id identifier sameAs mainEntity mainEntityOfPage isPartOf hasPart image photo images thumbnail
thumbnailUrl primaryImageOfPage video associatedMedia audio aggregateRating review reviews comment comments commentCount
interactionStatistic interactionCount contentRating publisher copyrightHolder copyrightYear copyrightNotice license
sourceOrganization creator contributor editor provider sdPublisher sdLicense sdDatePublished dateCreated datePublished
dateModified inLanguage potentialAction speakable isAccessibleForFree about mentions articleSection articleBody wordCount
title slug additionalType subjectOf workTranslation translationOfWork isBasedOn isFamilyFriendly discussionUrl breadcrumb
accessMode offers award position version`)

// addNotes keeps what a vault has no field for.
func (s schemaReader) addNotes(r *Recipe, o object) {
	r.addNote("Also called", s.names(o.get("alternateName", "alternativeHeadline")))
	r.addNote("Tags", s.names(o["recipeCategory"], o["recipeCuisine"], o["keywords"]))
	r.addNote("Diet", s.diets(o["suitableForDiet"]))
	r.addNote("Method", s.names(o["cookingMethod"]))
	r.addNote("Tools", s.names(o["tool"]))
	cost := textOf(o["estimatedCost"], ", ")
	if m, ok := o["estimatedCost"].(map[string]any); ok {
		cost += " " + object(m).text("currency")
	}
	r.addNote("Cost", s.plain(cost))
	if m, ok := o["nutrition"].(map[string]any); ok {
		r.addNote("Nutrition", s.plain(nutritionText(m)))
	} else {
		r.addNote("Nutrition", s.plain(textOf(o["nutrition"], ", ")))
	}
}

// names joins the texts and names in several members, each once.
func (s schemaReader) names(members ...any) string {
	var all []string
	for _, v := range members {
		for _, w := range listOf(v) {
			name := oneLine(s.plain(textOf(w, ", ")))
			if name != "" && !slices.ContainsFunc(all, func(there string) bool { return strings.EqualFold(there, name) }) {
				all = append(all, name)
			}
		}
	}
	return strings.Join(all, ", ")
}

// diets turns "https://schema.org/GlutenFreeDiet" into "gluten free".
func (s schemaReader) diets(v any) string {
	var all []any
	for _, w := range listOf(v) {
		text := textOf(w, ", ")
		if i := strings.LastIndex(text, "schema.org/"); i >= 0 {
			text = spoken(strings.TrimSuffix(text[i+len("schema.org/"):], "Diet"))
		}
		all = append(all, text)
	}
	return s.names(all)
}

// nutritionText lists the members of a schema.org NutritionInformation, or of
// another program's like it, calories first.
func nutritionText(o object) string {
	var parts []string
	add := func(k string) {
		value := oneLine(textOf(o[k], ", "))
		if m, ok := o[k].(map[string]any); ok {
			value += " " + object(m).text("unitText", "unitCode")
		}
		if value = strings.TrimSpace(value); value != "" {
			parts = append(parts, spoken(strings.TrimSuffix(strings.TrimSuffix(k, "Content"), "_content"))+": "+value)
		}
	}
	add("calories")
	for _, k := range o.sortedKeys() {
		if k != "calories" && k != "id" && k != "type" && !strings.HasPrefix(k, "@") {
			add(k)
		}
	}
	return strings.Join(parts, ", ")
}

// spoken turns "servingSize" into "serving size".
func spoken(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.ReplaceAll(b.String(), "_", " ")
}

// unknownMembers adds what nobody here knows of a Recipe node.
func unknownMembers(o object, left *leftovers) {
	for _, k := range o.sortedKeys() {
		if !schemaMembers[k] && !pageMembers[k] && !strings.HasPrefix(k, "@") {
			left.add("", k, o[k])
		}
	}
}

// stepMembers are the members of a HowToStep or HowToSection that are read, or
// are about pictures and the page.
var stepMembers = wordSet(`type name text description itemListElement steps step item timeRequired performTime totalTime
encodingFormat id identifier url sameAs position image images photo thumbnail thumbnailUrl inLanguage mainEntityOfPage
itemListOrder numberOfItems`)

// unknownStepMembers is the same for a step or a section of steps.
func unknownStepMembers(o object, left *leftovers) {
	for _, k := range o.sortedKeys() {
		if !stepMembers[k] && !strings.HasPrefix(k, "@") {
			left.add(ofStep, k, o[k])
		}
	}
}

func identifier(name string) string {
	for _, r := range name {
		if r != '_' && r != '-' && r != ':' && r != '.' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)) {
			return "a member"
		}
	}
	if len(name) > 40 {
		return "a member"
	}
	return name
}

func isNothing(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}
