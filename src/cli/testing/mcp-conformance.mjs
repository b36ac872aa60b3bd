// Installs the official conformance tests of the Model Context Protocol, which are too large (50
// MB) for a dependency.
import { ensureApart } from '../install-apart.mjs'

const version = '0.2.0-alpha.12'

/** @returns the folder of the package, or the reason why it is missing. */
export const ensureConformance = () =>
  ensureApart({
    name: `mcp-conformance-${version}`,
    what: 'the MCP conformance tests',
    packages: [`@modelcontextprotocol/conformance@${version}`],
  })
