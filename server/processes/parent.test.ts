import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { ended } from '#server/testing/child-output.ts'

/** What web and worker do: take the configuration, start for a while, then be ready to end in order. */
const child = (startsForMs: number) => `
  import { setTimeout as wait } from 'node:timers/promises'
  import { configFromParent, endInOrder } from ${JSON.stringify(new URL('./parent.ts', import.meta.url).href)}
  setInterval(() => {}, 1000)
  await configFromParent()
  process.send('starting')
  await wait(${startsForMs})
  endInOrder({ fatal() {}, error() {}, warn() {} }, 1000, async () => {})
  if (process.connected) process.send('ready')
`

test.each([
  ['while it starts', 'starting', 1500],
  ['when it is ready', 'ready', 0],
])('a child whose parent goes %s ends', async (_, moment, startsForMs) => {
  const process_ = spawn(process.execPath, ['--input-type=module', '-e', child(startsForMs)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const said = new Promise((resolve) => process_.on('message', (message) => message === moment && resolve(message)))
  process_.send({ kind: 'config', config: {} })
  await said
  process_.disconnect()
  try {
    await ended(process_)
  } finally {
    process_.kill('SIGKILL')
  }
  expect(process_.exitCode).not.toBeNull()
})
