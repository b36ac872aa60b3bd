/**
 * Returns the API key that a request contains, in any of the forms that clients use.
 * @param authorization value of the header `Authorization`.
 * @param apiKey value of the header `x-api-key`.
 */
export function shownKey(
  authorization: string | undefined,
  apiKey: string | undefined,
): string | undefined {
  const [, key] = /^(?:bearer|key)\s+(\S+)\s*$/i.exec(authorization ?? '') ?? []
  return key ?? basicKey(authorization) ?? (apiKey?.trim() || undefined)
}

/** Some clients support only basic authentication: `http://name:key@host`. */
function basicKey(authorization: string | undefined): string | undefined {
  const [, encoded] = /^basic\s+([\w+/]+=*)\s*$/i.exec(authorization ?? '') ?? []
  const [, key] = /^[^:]*:([\x21-\x7e]+)$/.exec(atobOrNothing(encoded)) ?? []
  return key
}

const atobOrNothing = (encoded = ''): string => Buffer.from(encoded, 'base64').toString('latin1')
