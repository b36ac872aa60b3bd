type Way = {
  /** Where signing in begins. */
  address: string
  /** Of the authorization server. */
  issuer: string
  /** Who signs in. */
  login: string
}

/**
 * Goes through the pages of an oidc-provider as a browser does, and signs in.
 *
 * @returns where it is sent back to, and what it was asked on the way.
 */
export async function signInAsBrowser({ address, issuer, login }: Way) {
  const cookies = new Map<string, string>()
  const asked: string[] = []
  let url = new URL(address)
  let body: URLSearchParams | undefined
  for (let steps = 0; steps < 10; steps++) {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { cookie: [...cookies].map((one) => one.join('=')).join('; ') },
      ...(body && { body }),
      redirect: 'manual',
    })
    for (const one of response.headers.getSetCookie()) {
      const [pair = ''] = one.split(';')
      cookies.set(pair.replace(/=.*/, ''), pair.replace(/^[^=]*=/, ''))
    }
    const location = response.headers.get('location')
    const page = await response.text()
    body = undefined
    if (location === null) {
      if (response.status >= 400) throw new Error(page)
      // It asks who one is, and then whether this client may come in.
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ''
      asked.push(prompt)
      body = new URLSearchParams({ prompt, login, password: 'x' })
      continue
    }
    url = new URL(location, url)
    if (url.origin !== issuer) return { back: url, asked }
  }
  throw new Error('Nobody is sent back.')
}
