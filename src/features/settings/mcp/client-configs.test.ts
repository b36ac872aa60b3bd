import { describe, expect, it } from 'vitest'
import { clientConfigs } from './client-configs.ts'

const url = 'http://127.0.0.1:5310/mcp'
const bridge = (address: string) =>
  clientConfigs(address, 'k').find(({ id }) => id === 'claude-desktop')?.text

describe('clientConfigs', () => {
  it('returns the URL and key for each client', () => {
    for (const { text } of clientConfigs(url, 'sa-key')) {
      expect(text).toContain(url)
      expect(text).toContain('Bearer sa-key')
    }
  })

  it('returns valid JSON for clients with a config file', () => {
    const files = clientConfigs(url, 'sa-key').filter(({ id }) => id !== 'claude-code')
    for (const { text } of files) expect(JSON.parse(text)).toBeTypeOf('object')
  })

  it('allows plain HTTP only if the URL requires it', () => {
    expect(bridge(url)).not.toContain('--allow-http')
    expect(bridge('https://studio.example/mcp')).not.toContain('--allow-http')
    expect(bridge('http://192.168.1.5:5310/mcp')).toContain('--allow-http')
  })
})
