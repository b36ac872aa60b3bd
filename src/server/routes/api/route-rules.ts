import type { Env, Hono, Schema } from 'hono'
import type { Access } from '../../access/access.ts'
import {
  confirmFactorGuard,
  confirmGuard,
  confirmPasswordGuard,
  firstGuard,
  permit,
  type SignedInEnv,
} from '../../access/guards.ts'
import type { ServerThing } from '../../access/people/people.ts'
import type { Audit } from '../../audit/audit.ts'

type Requests = readonly [methods: string[], paths: string[]]

/**
 * Requirements of routes besides a session. Paths are relative to the mount point of the routes.
 */
export type RouteRules = {
  /** Paths that require a permission of the server, which `can` checks. */
  permit?: readonly (readonly [path: string, thing: ServerThing, action?: 'manage'])[]
  /** Paths for the first account only, because its password is also the server's password. */
  firstOnly?: readonly string[]
  /**
   * Requests for which the person must have entered the password in the last ten minutes, such as
   * creating keys.
   */
  confirm?: readonly Requests[]
  /**
   * Requests that require a recently entered password only if people have passwords, such as
   * creating share links.
   */
  confirmWithPassword?: readonly Requests[]
  /** Requests that require a recently entered password only while the second factor is on. */
  confirmWithFactor?: readonly Requests[]
}

/** Rules of routes for everybody who is signed in. These routes return only data of the caller. */
export const signedIn: RouteRules = {}

export type Mount = ReturnType<typeof createMount>

/**
 * Creates the function that mounts routes together with the middleware that their rules require.
 */
export const createMount =
  (api: Hono<SignedInEnv>, { access, audit }: { access: Access; audit: Audit }) =>
  <E extends Env, S extends Schema>(base: string, routes: Hono<E, S>, rules: RouteRules): void => {
    const { permit: permissions = [], firstOnly = [], confirm = [], confirmWithFactor = [] } = rules
    const { confirmWithPassword = [] } = rules
    const at = (paths: readonly string[]) => paths.map((path) => `${base}${path}`)
    for (const [path, thing, action] of permissions) {
      api.use(`${base}${path}`, permit(thing, audit, action))
    }
    for (const path of at(firstOnly)) api.use(path, firstGuard)
    for (const [methods, paths] of confirm) api.on(methods, at(paths), confirmGuard(access))
    for (const [methods, paths] of confirmWithPassword) {
      api.on(methods, at(paths), confirmPasswordGuard(access))
    }
    for (const [methods, paths] of confirmWithFactor) {
      api.on(methods, at(paths), confirmFactorGuard(access))
    }
    api.route(base, routes)
  }
