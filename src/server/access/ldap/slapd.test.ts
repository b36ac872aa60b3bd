import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readEnv } from '../../env.ts'
import { freePort } from '../../testing/free-port.ts'
import { createLdapDirectory } from './ldap-directory.ts'
import { readLdapSettings } from './ldap-settings.ts'

const slapd = '/usr/sbin/slapd'
const base = 'dc=example,dc=com'
const readerDn = `cn=reader,${base}`

let folder: string
let server: ChildProcess
let ports: { plain: number; tls: number }

const ldif = `dn: ${base}
objectClass: domain
dc: example

dn: ou=people,${base}
objectClass: organizationalUnit
ou: people

dn: uid=ben,ou=people,${base}
objectClass: inetOrgPerson
uid: ben
cn: Ben Example
sn: Example
displayName: Ben
mail: Ben@Example.com
userPassword: a password of ben

dn: cn=O\\, Example (x)*,ou=people,${base}
objectClass: inetOrgPerson
uid: o*(x)\\y
cn: O, Example (x)*
sn: Example
userPassword: a password of o

dn: uid=twin,ou=people,${base}
objectClass: inetOrgPerson
uid: twin
cn: Twin
sn: Twin
mail: ben2@example.com
userPassword: twin 1

dn: cn=twin,ou=people,${base}
objectClass: inetOrgPerson
uid: twin
cn: twin
sn: Twin
userPassword: twin 1

dn: cn=Studio Admins,${base}
objectClass: groupOfNames
cn: Studio Admins
member: uid=ben,ou=people,${base}
member: cn=O\\, Example (x)*,ou=people,${base}
`

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })

/** Starts OpenLDAP with a self-signed certificate. */
async function startSlapd(): Promise<void> {
  folder = mkdtempSync(path.join(tmpdir(), 'bozzetto-slapd-'))
  const inFolder = (name: string) => path.join(folder, name)
  mkdirSync(inFolder('db'))
  const subject = ['-nodes', '-days', '2', '-newkey', 'rsa:2048', '-subj', '/CN=localhost']
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  openssl('req', '-x509', ...subject, ...names, '-keyout', inFolder('key'), '-out', inFolder('ca'))
  const schema = ['core', 'cosine', 'inetorgperson']
  writeFileSync(
    inFolder('slapd.conf'),
    [
      ...schema.map((name) => `include /etc/ldap/schema/${name}.schema`),
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      `TLSCertificateFile ${inFolder('ca')}`,
      `TLSCertificateKeyFile ${inFolder('key')}`,
      'allow bind_anon_cred',
      'database mdb',
      `suffix "${base}"`,
      `rootdn "${readerDn}"`,
      'rootpw secret',
      `directory ${inFolder('db')}`,
    ].join('\n'),
  )
  writeFileSync(inFolder('entries.ldif'), ldif)
  execFileSync('/usr/sbin/slapadd', ['-f', inFolder('slapd.conf'), '-l', inFolder('entries.ldif')])
  ports = { plain: await freePort(), tls: await freePort() }
  const urls = `ldap://127.0.0.1:${ports.plain} ldaps://127.0.0.1:${ports.tls}`
  server = spawn(slapd, ['-f', inFolder('slapd.conf'), '-h', urls, '-d', '0'], { stdio: 'ignore' })
  await vi.waitFor(() => open().verify({ name: 'nobody' }, 'x'))
}

function open(more: Record<string, string> = {}) {
  const settings = readLdapSettings(
    readEnv({
      BOZZETTO_LDAP_URL: `ldap://127.0.0.1:${ports.plain}`,
      BOZZETTO_LDAP_BASE: base,
      BOZZETTO_LDAP_BIND_DN: readerDn,
      BOZZETTO_LDAP_BIND_PASSWORD: 'secret',
      ...more,
    }),
  )
  if (!settings) throw new Error('There are no settings.')
  return createLdapDirectory(settings)
}

describe.skipIf(!existsSync(slapd))('createLdapDirectory with OpenLDAP', () => {
  beforeAll(startSlapd)
  afterAll(() => {
    server.kill()
    rmSync(folder, { recursive: true })
  })

  it('returns the claims and groups of a person, found by user name or email address', async () => {
    const claims = {
      issuer: 'ldap',
      subject: expect.stringMatching(/^entryUUID:[0-9a-f-]{36}$/),
      name: 'Ben',
      email: 'ben@example.com',
      groups: ['studio admins'],
    }
    expect(await open().verify({ name: 'ben' }, 'a password of ben')).toEqual(claims)
    const byMail = await open().verify({ name: 'ben@example.com' }, 'a password of ben')
    expect(byMail).toEqual(claims)
    const subject = byMail?.subject ?? ''
    expect(await open().verify({ subject }, 'a password of ben')).toEqual(claims)
  })

  it('refuses a wrong password, an empty password and an unknown name', async () => {
    for (const [name, password] of [
      ['ben', 'wrong'],
      ['ben', ''],
      ['nobody', 'a password of ben'],
    ] as const) {
      expect(await open().verify({ name }, password)).toBeUndefined()
    }
  })

  it.each(['*', 'be*', 'ben)(uid=*', '*)(|(uid=*', 'ben\0', '\\62en'])(
    'finds nobody by the name %j, which contains special characters of LDAP filters',
    async (name) => {
      expect(await open().verify({ name }, 'a password of ben')).toBeUndefined()
    },
  )

  it('finds a person whose name and DN contain special characters of LDAP filters', async () => {
    const claims = await open().verify({ name: 'o*(x)\\y' }, 'a password of o')
    expect(claims).toMatchObject({ name: 'O, Example (x)*', groups: ['studio admins'] })
    expect(claims?.email).toBeUndefined()
  })

  it('finds a person without a password by the id of an earlier sign-in', async () => {
    const claims = await open().verify({ name: 'ben' }, 'a password of ben')
    expect(await open().find(claims?.subject ?? '')).toEqual(claims)
    const unknown = 'entryUUID:00000000-0000-4000-8000-000000000000'
    expect(await open().find(unknown)).toBeUndefined()
  })

  it('refuses a name that two entries have', async () => {
    expect(await open().verify({ name: 'twin' }, 'twin 1')).toBeUndefined()
  })

  it('reports that the directory refuses the account of this server', async () => {
    const verified = open({ BOZZETTO_LDAP_BIND_PASSWORD: 'x' }).verify({ name: 'ben' }, 'x')
    await expect(verified).rejects.toThrow('Ask an admin to check BOZZETTO_LDAP_BIND_DN')
  })

  it('checks the certificate with ldaps:// and StartTLS', async () => {
    const encrypted = [
      { BOZZETTO_LDAP_URL: `ldaps://localhost:${ports.tls}` },
      { BOZZETTO_LDAP_URL: `ldaps://127.0.0.1:${ports.tls}` },
      { BOZZETTO_LDAP_START_TLS: '1' },
    ]
    for (const more of encrypted) {
      await expect(open(more).verify({ name: 'ben' }, 'a password of ben')).rejects.toThrow(
        'cannot be reached',
      )
      const trusting = open({ ...more, BOZZETTO_LDAP_CA_FILE: path.join(folder, 'ca') })
      expect(await trusting.verify({ name: 'ben' }, 'a password of ben')).toMatchObject({
        name: 'Ben',
      })
    }
  })
})
