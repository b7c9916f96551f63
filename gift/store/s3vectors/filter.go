package s3vectors

import (
	"github.com/aws/aws-sdk-go-v2/service/s3vectors/document"

	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// condition is a filter as Amazon has it, and its parts.
type condition = map[string]any

func equal(key string, value any) condition { return condition{key: condition{"$eq": value}} }

// conditions are what a query says: the manifest is never found.
func conditions(f *store.Filter) []any {
	all := []any{equal("kind", kindGift)}
	if len(f.Prices) > 0 {
		names := make([]any, len(f.Prices))
		for i, p := range f.Prices {
			names[i] = string(p)
		}
		all = append(all, condition{"price_range": condition{"$in": names}})
	}
	if len(f.Recipients) > 0 { // a gift that doesn't say for whom it is may be for anyone
		anyone := condition{"recipient_types": condition{"$exists": false}}
		all = append(all, condition{"$or": append(orOf("recipient_types", f.Recipients), anyone)})
	}
	all = append(all, anyOf("occasions", f.Occasions)...)
	if f.Minor {
		all = append(all, equal("adult", false))
	}
	if f.Grown {
		all = append(all, equal("for_children", false))
	}
	return all
}

// anyOf asks for one of the tags. That $eq looks into a list is documented; that $in does, isn't.
func anyOf(key string, tags []string) []any {
	if len(tags) == 0 {
		return nil
	}
	either := orOf(key, tags)
	if len(either) == 1 {
		return either
	}
	return []any{condition{"$or": either}}
}

func orOf(key string, tags []string) []any {
	either := make([]any, len(tags))
	for i, tag := range tags {
		either[i] = equal(key, tag)
	}
	return either
}

func filter(all []any) document.Interface {
	if len(all) == 1 {
		return document.NewLazyDocument(all[0])
	}
	return document.NewLazyDocument(condition{"$and": all})
}
