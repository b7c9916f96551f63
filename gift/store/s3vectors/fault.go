package s3vectors

import (
	"context"
	"errors"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/service/s3vectors/types"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

func noCredentials(err error) error {
	return &fault.Error{Kind: fault.Unauthorized, Err: err,
		Message: "There are no AWS credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or run where a role gives some."}
}

// explain makes the failure of a request one of a store; limited is the request's context, and
// ctx the caller's.
func (s *Store) explain(ctx, limited context.Context, err error) error {
	if gone := store.GivenUp(ctx); gone != nil {
		return gone
	}
	if _, ours := errors.AsType[*fault.Error](err); ours {
		return err
	}
	e := &fault.Error{Kind: fault.Unavailable, Err: err, Message: "S3 Vectors can't be reached. Try again."}
	if answer, ok := errors.AsType[*smithyhttp.ResponseError](err); ok {
		e.Status = answer.HTTPStatusCode()
	}
	code := ""
	if said, ok := errors.AsType[smithy.APIError](err); ok {
		code = said.ErrorCode()
	}
	_, missing := errors.AsType[*types.NotFoundException](err)
	_, invalid := errors.AsType[*types.ValidationException](err)
	switch {
	case limited.Err() != nil:
		e.Kind, e.Message = fault.Timeout, "S3 Vectors took too long. Try again."
	case missing:
		e.Kind = fault.NotFound
		e.Message = "S3 Vectors has no index " + s.index + " in a bucket " + s.bucket + ". Check S3_VECTORS_BUCKET, S3_VECTORS_INDEX and AWS_REGION, or make them with `gift-mcp setup`."
	case invalid:
		e.Kind, e.Message = fault.InvalidParams, "S3 Vectors refused the request. Check that the index was made by `gift-mcp setup`, for this EMBEDDER."
	case e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden:
		e.Kind, e.Message = fault.Forbidden, "AWS refused the credentials, or they don't allow this ("+code+"). Check them, AWS_REGION, and that their policy has the actions of docs/gifts.md."
	case e.Status == http.StatusTooManyRequests:
		e.Message = "S3 Vectors has too much to do. Try again later."
	case e.Status != 0:
		e.Message = "S3 Vectors failed. Try again."
	}
	return e
}
