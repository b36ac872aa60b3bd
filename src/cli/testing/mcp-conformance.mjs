// Installs the official conformance tests of the Model Context Protocol (50 MB). They are not
// dependencies.
import { ensureApart } from '../install-apart.mjs'

const version = '0.2.0-alpha.12'

/** @returns the folder of the package, or the reason why it is missing. */
export const ensureConformance = () =>
  ensureApart({
    name: `mcp-conformance-${version}`,
    what: 'the MCP conformance tests',
    packages: [`@modelcontextprotocol/conformance@${version}`],
  })
