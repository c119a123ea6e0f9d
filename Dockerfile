# A worker: Forge with the applications that verify its tasks. Built by compose.yaml; see docs/deploying.md.
FROM debian:12-slim

ENV DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 PATH=/opt/forge/bin:$PATH

COPY scripts/system-packages.txt /tmp/
RUN apt-get update \
 && sed -E 's/[[:space:]]*#.*//; /^$/d' /tmp/system-packages.txt \
  | xargs apt-get install --yes --no-install-recommends \
 && rm -rf /var/lib/apt/lists/*

COPY requirements.lock /tmp/
RUN python3 -m venv /opt/forge \
 && pip install --no-cache-dir --require-hashes --requirement /tmp/requirements.lock

COPY . /src
RUN pip install --no-cache-dir --no-deps --no-build-isolation /src && rm -rf /src

RUN useradd --create-home --home-dir /srv/forge --shell /bin/bash forge
USER forge
WORKDIR /srv/forge
ENV FORGE_HOME=/srv/forge/workspace
