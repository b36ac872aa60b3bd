"""Asks a chat model and prints the answer as it arrives. Needs Python 3.9 and no packages.

BOZZETTO_URL=http://127.0.0.1:5310 BOZZETTO_KEY=sa-... python3 chat.py MODEL QUESTION
"""
import json
import os
import sys
import urllib.error
import urllib.request

url = os.environ.get("BOZZETTO_URL", "http://127.0.0.1:5310")
model, question = sys.argv[1:]
body = {"model": model, "stream": True, "messages": [{"role": "user", "content": question}]}
request = urllib.request.Request(
    url + "/llm/v1/chat/completions",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["BOZZETTO_KEY"],
        "Content-Type": "application/json",
    },
)
try:
    with urllib.request.urlopen(request, timeout=300) as response:
        for line in response:
            data = line.decode().strip().removeprefix("data: ")
            if not line.startswith(b"data: ") or data == "[DONE]":
                continue
            for choice in json.loads(data)["choices"][:1]:
                print(choice["delta"].get("content") or "", end="", flush=True)
    print()
except urllib.error.HTTPError as error:
    sys.exit(f"{error.code} {error.read().decode()}")
