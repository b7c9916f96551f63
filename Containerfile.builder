# The container image of app-builder. From the source:
#
#   podman build -f Containerfile.builder -t app-builder .
#
# A release builds the target "release" from programs that have already been built.
FROM --platform=$BUILDPLATFORM docker.io/library/golang:1.26 AS source
ARG TARGETOS TARGETARCH
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -ldflags "-s -w" -o /out/app-builder ./cmd/app-builder

# The final image has no shell, so the directory for the volume is made here: a new
# volume then belongs to the user that the program runs as.
FROM --platform=$BUILDPLATFORM docker.io/library/busybox:1.37.0 AS directories
RUN mkdir /data && chmod 700 /data

# Static, without a shell, with CA certificates for https.
FROM gcr.io/distroless/static-debian12:nonroot AS base
COPY --from=directories --chown=65532:65532 /data /data
# Who may make apps, and the address under which people reach them, is for whoever runs it to say: AUTH and PUBLIC_URL.
ENV HTTP_ADDR=0.0.0.0:3001 DATA_DIR=/data
VOLUME /data
EXPOSE 3001
USER 65532:65532
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["/usr/bin/app-builder", "healthcheck"]
ENTRYPOINT ["/usr/bin/app-builder"]

FROM base AS release
ARG TARGETPLATFORM
COPY $TARGETPLATFORM/app-builder /usr/bin/app-builder

FROM base
COPY --from=source /out/app-builder /usr/bin/app-builder
