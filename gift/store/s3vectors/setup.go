package s3vectors

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors"
	"github.com/aws/aws-sdk-go-v2/service/s3vectors/types"
)

// Setup makes the bucket and the index, unless they are there. It fails if there is an index
// of that name that was made otherwise.
func (s *Store) Setup(ctx context.Context) error {
	limited, cancel, err := s.writing(ctx)
	if err != nil {
		return err
	}
	defer cancel()
	_, err = s.writer.CreateVectorBucket(limited, &s3vectors.CreateVectorBucketInput{VectorBucketName: &s.bucket})
	if err != nil && !exists(err) {
		return s.explain(ctx, limited, err)
	}
	_, err = s.writer.CreateIndex(limited, &s3vectors.CreateIndexInput{
		VectorBucketName: &s.bucket, IndexName: &s.index, Dimension: aws.Int32(int32(s.dims)), //nolint:gosec // at most 4,096
		DataType: types.DataTypeFloat32, DistanceMetric: types.DistanceMetricCosine,
		MetadataConfiguration: &types.MetadataConfiguration{NonFilterableMetadataKeys: notFilterable},
	})
	if exists(err) {
		err = s.checkIndex(limited)
	}
	if err != nil {
		return s.explain(ctx, limited, err)
	}
	return nil
}

func exists(err error) bool {
	_, ok := errors.AsType[*types.ConflictException](err)
	return ok
}
