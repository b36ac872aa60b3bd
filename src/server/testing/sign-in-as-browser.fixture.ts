type Way = {
  address: string
  issuer: string
  login: string
}

/**
 * Follows the pages of an oidc-provider like a browser and signs in.
 * @returns the callback URL and the names of the prompts.
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
