import { defaultKeyLimits } from '#contract/access/keys.ts'

export const rules = `
The interface of this server for other programs. Every language model and every 3D model that it can call is offered here, to any client that speaks OpenAI’s protocol or that of the generation gateways.

## Keys

Send a key as \`Authorization: Bearer <key>\`; \`Authorization: Key <key>\` and \`x-api-key: <key>\` work too. Keys are made, limited and revoked in Settings. A key is shown once and stored as a hash.

- A key may send ${defaultKeyLimits.requestsPerMinute} requests a minute and have ${defaultKeyLimits.streams} answers written at once, unless its own limits say otherwise. Reading (GET) may happen ten times as often.
- A key may have a limit in US dollars for each calendar month (UTC). What a service says that an answer costs counts, else its tokens at the model’s price, or at $20 and $100 a million (prompt, answer) where no price is known; a 3D task counts its price, or $2. What a call may cost is set aside while it is under way. Tools that the service runs and bills by itself are refused for such a key. When the money is spent, reading still works.
- A key may have scopes: chat, embeddings, 3d, files, catalogue, metrics. Outside of them the answer is 403.
- Beyond a limit the answer is 429, with \`Retry-After\` in seconds.

## Requests

- Bodies are JSON in UTF-8, up to 32 MB.
- \`X-Request-Id\` is sent back, or made where none was sent. Name it when you report a problem.
- \`X-Model\` may name the model in place of the body.
- A wrong method is a 405 whose \`Allow\` says what works.
- Errors name the field that is wrong and what it may be.

## Versioning

The version stands in the path: \`/llm/v1\`, \`/model/v1\`, \`/api/v1\`. The addresses without it (\`/llm/chat/completions\`) are the same as v1.

Under v1 these may change at any time, and a client must bear them:

- new addresses, methods, headers and optional request fields;
- new members in answers, new events in streams, new frames between known ones;
- new values where a list is open: models, providers, params of models, finish reasons, error codes;
- the words of messages for people, the order of members, the form of ids, limits.

Under v1 these do not change:

- the address, method and meaning of what is described here;
- the name, type and meaning of a member, or whether it is there;
- the status and the code of an error that is described here;
- a request that is valid today stays valid.

Anything else needs v2, which then stands beside v1. The models themselves are not part of this promise: the services behind this server decide about theirs.

## Deprecation

What is going to be removed is announced at least 180 days before, in the notes of a release, with \`deprecated\` in this description, and in every answer that it concerns:

- \`Deprecation: @<unix seconds>\`: since when it should not be used any more (RFC 9745);
- \`Sunset: <HTTP date>\`: when it stops to work (RFC 8594);
- \`Link: <address>; rel="deprecation"\`: what to use instead.

After that day the answer is 410 with the same \`Link\`. Nothing is deprecated today.
`.trim()
