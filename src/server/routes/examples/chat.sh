#!/bin/sh
# Asks a chat model and prints the whole answer as JSON. Needs curl.
# BOZZETTO_URL=http://127.0.0.1:5310 BOZZETTO_KEY=sa-... sh chat.sh MODEL QUESTION
set -eu
quote() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }
curl --silent --show-error --fail-with-body --max-time 300 \
  "${BOZZETTO_URL:-http://127.0.0.1:5310}/llm/v1/chat/completions" \
  --header "Authorization: Bearer $BOZZETTO_KEY" \
  --header 'Content-Type: application/json' \
  --data-binary @- <<BODY
{"model": "$(quote "$1")", "messages": [{"role": "user", "content": "$(quote "$2")"}]}
BODY
