import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A browser's sound: it plays after a press, and stops for a call. */
class Sound {
  static made: Sound[] = []
  state = 'suspended'
  currentTime = 0
  destination = {}
  tones = 0
  constructor() {
    Sound.made.push(this)
  }
  resume = async () => void (this.state = 'running')
  createGain = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} })
  createOscillator = () => {
    this.tones += 1
    return { frequency: {}, connect: (next: unknown) => next, start() {}, stop() {} }
  }
}

beforeEach(() => {
  Sound.made = []
  vi.resetModules()
  vi.stubGlobal('AudioContext', Sound)
})
afterEach(() => vi.unstubAllGlobals())

const press = () => userEvent.click(document.body)

test('a door that was opened by its address sounds from the first press on, and again after a call', async () => {
  const { giveFeedback, keepSoundAwake } = await import('./feedback.ts')
  const stop = keepSoundAwake()
  giveFeedback('pass')
  expect(Sound.made).toHaveLength(0)
  await press()
  giveFeedback('pass')
  const [sound] = Sound.made
  expect(sound?.tones).toBe(2)
  Object.assign(sound ?? {}, { state: 'interrupted' })
  giveFeedback('pass')
  expect(sound?.tones).toBe(2)
  await userEvent.keyboard('a')
  giveFeedback('pass')
  expect(sound?.tones).toBe(4)
  expect(Sound.made).toHaveLength(1)
  stop()
})

test('a door that was left wakes nothing', async () => {
  const { keepSoundAwake } = await import('./feedback.ts')
  keepSoundAwake()()
  await press()
  expect(Sound.made).toHaveLength(0)
})
