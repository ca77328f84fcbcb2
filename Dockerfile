# An image that contains only a static binary: docker run --rm -v "$PWD:/models" IMAGE /models
FROM rust:1.88-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /src
COPY . .
RUN cargo rustc --release --locked --features cli --bin shapewright -- -C relocation-model=static

FROM scratch
COPY --from=build /src/target/release/shapewright /shapewright
ENTRYPOINT ["/shapewright"]
