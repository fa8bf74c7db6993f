/** Every command of `package.json` says what it takes, and refuses what it does not, before it prepares anything. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMANDS } from './usage.mjs'

const root = new URL('..', import.meta.url)
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: Record<string, string>
}
/** Programs of others answer for themselves. */
const own = Object.entries(scripts).filter(([, line]) => !line.includes(' --bin '))

function run(line: string, ...more: string[]) {
  const [, ...args] = line.split(' ')
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...more], { cwd: root, encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('the table has every command, with its file', () => {
  const files = Object.fromEntries(own.map(([name, line]) => [name, line.split(' ').at(-1)]))
  expect(Object.fromEntries(Object.entries(COMMANDS).map(([name, { file }]) => [name, file]))).toEqual(files)
})

test.each(own)('npm run %s -- --help answers with its options', (name, line) => {
  const { status, stdout, stderr } = run(line, '--help')
  expect([status, stderr]).toEqual([0, ''])
  for (const option of Object.keys(COMMANDS[name]?.options ?? {})) expect(stdout).toContain(`--${option}`)
})

test.each(own)('npm run %s refuses an unknown option with one line', (_name, line) => {
  const { status, stdout, stderr } = run(line, '--no-existe')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('--no-existe')
})

test('what a file reads of its options is what the table says', () => {
  for (const { file, options = {} } of Object.values(COMMANDS)) {
    const [, read] =
      /parseArgs\(\{[\s\S]*?options: \{([\s\S]*?)\n {2,4}\},\n/.exec(readFileSync(new URL(file, root), 'utf8')) ?? []
    if (read === undefined) continue
    const names = [...read.matchAll(/^\s+'?([\w-]+)'?: \{ type/gm)].map(([, name]) => name)
    expect([file, names]).toEqual([file, Object.keys(options)])
  }
})
