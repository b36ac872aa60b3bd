import { Hono, type Context } from 'hono'
import {
  addPasskeySchema,
  passkeySignInSchema,
  renamePasskeySchema,
} from '#contract/access/passkeys.ts'
import type { Access } from '../../../access/access.ts'
import type { SignedInEnv } from '../../../access/guards.ts'
import { ownOrigin } from '../../../access/own-origin.ts'
import type { PasskeySite } from '../../../access/passkeys/passkeys.ts'
import { readJsonBody } from '../../../http/validate.ts'
import { getSignInRequester, setSessionCookies } from '../../sign-in-browser.ts'
import type { RouteRules } from '../route-rules.ts'
import { noStore } from './access.ts'

const nameBytesMax = 4096
/**
 * Maximum size in bytes of a browser's answer, which contains the credential id, the signature and
 * the authenticator data.
 */
const answerBytesMax = 16 * 1024

export const passkeyRules: RouteRules = {
  confirm: [
    [['POST'], ['', '/options']],
    [['DELETE'], ['/:id']],
  ],
}

export const passkeyRoutes = ({ access }: { access: Access }) =>
  new Hono<SignedInEnv>()
    .use(noStore)
    .get('/', async (c) =>
      c.json({ passkeys: await access.passkeys.list(c.get('session').userId) }),
    )
    .post('/options', async (c) => {
      const own = c.get('session')
      const name = access.people.find(own.userId)?.email ?? 'owner'
      return c.json(await access.passkeys.begin(own, getPlace(c), name))
    })
    .post('/', async (c) => {
      const made = await readJsonBody(c, addPasskeySchema, answerBytesMax)
      return c.json(await access.passkeys.add(c.get('session'), made, getPlace(c)), 201)
    })
    .patch('/:id', async (c) => {
      const { name } = await readJsonBody(c, renamePasskeySchema, nameBytesMax)
      const { userId } = c.get('session')
      return c.json(await access.passkeys.rename(userId, c.req.param('id'), name))
    })
    .delete('/:id', async (c) => {
      await access.passkeys.remove(c.get('session').userId, c.req.param('id'))
      return c.body(null, 204)
    })

export const passkeySignInRoutes = ({ access }: { access: Access }) =>
  new Hono()
    .use(noStore)
    .post('/options', async (c) => c.json(await access.passkeys.beginSignIn(getPlace(c))))
    .post('/', async (c) => {
      const { answer } = await readJsonBody(c, passkeySignInSchema, answerBytesMax)
      const caller = getSignInRequester(c, access)
      const { token, userId } = await access.passkeys.signIn(answer, getPlace(c), caller)
      await setSessionCookies(c, access, { token, device: caller.device })
      const email = access.people.find(userId)?.email
      return c.json(email === undefined ? {} : { email })
    })

const getPlace = (c: Context): PasskeySite => {
  const origin = ownOrigin(c)
  return { origin, rpId: new URL(origin).hostname }
}
