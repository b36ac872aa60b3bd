// Installs the official conformance tests of the Model Context Protocol (50 MB) apart from the dependencies.
import { ensureApart } from '../install-apart.mjs'

const version = '0.2.0-alpha.12'

/** @returns the folder that the package is installed in, or a sentence that says why it is missing. */
export const ensureConformance = () =>
  ensureApart({
    name: `mcp-conformance-${version}`,
    what: 'the MCP conformance tests',
    packages: [`@modelcontextprotocol/conformance@${version}`],
  })
