import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = { to: string[]; subject: string; text: string; html: string }

export type TestSmtpServer = Awaited<ReturnType<typeof openSmtpServer>>

/** Starts an SMTP server on this machine, with STARTTLS and a self-signed certificate. */
export async function openSmtpServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const signedIn: string[] = []
  const keep = async (to: string[], bytes: Buffer) => {
    const { subject = '', text = '', html = '' } = await PostalMime.parse(bytes)
    received.push({ to, subject, text, html })
  }
  const server = new SMTPServer({
    authOptional: true,
    onAuth: ({ username, password }, _session, done) => {
      if (password !== 'right') return done(new Error('Wrong password'))
      signedIn.push(username ?? '')
      return done(null, { user: username })
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        void keep(to, Buffer.concat(chunks)).finally(done)
      })
    },
    ...options,
  })
  // Clients that refuse the certificate end the connection.
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    received,
    signedIn,
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    drop: () => {
      for (const { _socket: socket } of server.connections as Set<{ _socket: Socket }>)
        socket.destroy()
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
}
