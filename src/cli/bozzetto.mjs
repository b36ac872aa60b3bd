#!/usr/bin/env node
// Command of the npm package. `npx bozzetto` starts the server, and arguments such as `backup
// FOLDER` run a command on the data.
import { homedir } from 'node:os'
import path from 'node:path'

const nodeMin = [20, 19]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < nodeMin[0] || (major === nodeMin[0] && minor < nodeMin[1])) {
  console.error(
    `Bozzetto needs Node ${nodeMin.join('.')} or newer; this is ${process.versions.node}.`,
  )
  process.exit(1)
}

const commands = ['backup', 'restore', 'doctor', 'link', 'two-factor', 'rotate-keys', 'move']
const [command] = process.argv.slice(2)
process.env.NODE_ENV ??= 'production'
// The data folder is not the current folder, because people call npx in any folder.
process.env.BOZZETTO_DATA ??= path.join(homedir(), '.bozzetto')

if (command === undefined) await import('../dist/server/main.js')
else if (commands.includes(command)) await import('../dist/server/admin.js')
else {
  const isHelp = command === '--help' || command === '-h'
  const text = `Usage: bozzetto [${commands.join(' | ')}]

Without a command it starts the server and prints the link that opens it. The data is in
${process.env.BOZZETTO_DATA}; BOZZETTO_DATA names another folder, PORT another port than 5310.`
  ;(isHelp ? console.log : console.error)(text)
  process.exitCode = isHelp ? 0 : 1
}
