// The conformance package starts this program for each scenario. It passes the scenario to the
// test's process, because starting a whole client per scenario would be slow.
const { CONFORMANCE_DRIVER, MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT } = process.env
const response = await fetch(CONFORMANCE_DRIVER, {
  method: 'POST',
  body: JSON.stringify({
    scenario: MCP_CONFORMANCE_SCENARIO,
    context: JSON.parse(MCP_CONFORMANCE_CONTEXT ?? '{}'),
    url: process.argv.at(-1),
  }),
})
if (!response.ok) console.error(await response.text())
process.exitCode = response.ok ? 0 : 1
