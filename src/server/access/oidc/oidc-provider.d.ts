/** The package has no types. Only the part that tests use is declared. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export class Provider {
    constructor(issuer: string, configuration: object)
    // oxlint-disable-next-line typescript/no-explicit-any -- the package has another context for each event.
    on(event: string, listen: (context: any) => void): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    Client: {
      find: (
        id: string,
      ) => Promise<
        | { backchannelLogout: (subject: string, session: string | undefined) => Promise<void> }
        | undefined
      >
    }
    AccessToken: {
      find: (token: string) => Promise<{ aud: string; scope: string } | undefined>
    }
    Grant: new (of: { clientId: string; accountId: string }) => {
      addOIDCScope: (scope: string) => void
      save: () => Promise<string>
    }
  }
}
