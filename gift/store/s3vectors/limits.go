package s3vectors

// What Amazon documents.
const (
	maxTopK       = 100
	maxGet        = 100
	maxWrite      = 500  // vectors of a PutVectors or DeleteVectors
	maxPage       = 1000 // of ListVectors
	maxSegments   = 16
	maxDimensions = 4096
	maxFilterable = 2 << 10 // bytes of filterable metadata
	maxMetadata   = 40 << 10

	vectorsPerSecond = 2500
)

const (
	maxWriteBytes = 8 << 20 // 20 MiB are allowed; imitations allow 10 MB
	writesAtOnce  = 4
	withVectors   = 60  // the nearest gifts that get their vectors
	popular       = 200 // gifts that are marked
	countPages    = 10
	segmentsFrom  = 5000 // gifts from which a list is read in segments
)
