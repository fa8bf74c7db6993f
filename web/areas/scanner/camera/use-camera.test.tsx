import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CodeKind } from './choose-code.ts'
import { useCamera } from './use-camera.ts'

/** The parts of a camera that are used. */
class Track extends EventTarget {
  muted = false
  stop = vi.fn()
  getCapabilities = () => ({})
}
let track: Track
const takeFrame = vi.fn<() => Promise<unknown>>()
const detect = vi.fn<(frame: unknown) => Promise<{ rawValue: string }[]>>()
let isPlaying = true

beforeEach(() => {
  track = new Track()
  takeFrame.mockReset().mockImplementation(async () => ({ close() {} }))
  detect.mockReset().mockImplementation(async () => [{ rawValue: 'P1.abc' }])
  isPlaying = true
  const stream = { getVideoTracks: () => [track], getTracks: () => [track] }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('createImageBitmap', takeFrame)
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      detect = detect
    },
  )
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia: async () => stream },
    configurable: true,
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  Object.defineProperties(HTMLVideoElement.prototype, {
    srcObject: { value: null, writable: true, configurable: true },
    paused: { get: () => !isPlaying, configurable: true },
    videoWidth: { value: 640, configurable: true },
    videoHeight: { value: 480, configurable: true },
  })
})
afterEach(() => vi.unstubAllGlobals())

let kindOf: () => CodeKind = () => 'own'
afterEach(() => (kindOf = () => 'own'))

function Door({ onCode }: { onCode: (text: string) => void }) {
  const { video, state } = useCamera({ isPaused: false, kindOf: () => kindOf(), onCode })
  return (
    <>
      <video ref={video} muted />
      <output>{state}</output>
    </>
  )
}
const state = () => screen.getByRole('status').textContent

test('a frame that cannot be taken is left out: the next one is read', async () => {
  takeFrame.mockRejectedValueOnce(new DOMException('The video has no data.', 'InvalidStateError'))
  const onCode = vi.fn()
  render(<Door onCode={onCode} />)
  await vi.waitFor(() => expect(onCode).toHaveBeenCalledWith('P1.abc'))
  expect(state()).toBe('running')
})

test.each([
  ['has no createImageBitmap', undefined],
  ['makes no bitmap of a video', () => Promise.reject(new TypeError('unsupported source'))],
])('a browser that %s reads frames by a canvas', async (_, bitmaps) => {
  vi.stubGlobal('createImageBitmap', bitmaps)
  const drawImage = vi.fn()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as unknown as null) // all that is used of it
  const onCode = vi.fn()
  render(<Door onCode={onCode} />)
  await vi.waitFor(() => expect(onCode).toHaveBeenCalledWith('P1.abc'))
  expect(drawImage).toHaveBeenCalledWith(expect.any(HTMLVideoElement), 0, 0, 640, 480)
  expect(detect).toHaveBeenCalledWith(expect.any(HTMLCanvasElement))
})

test('a camera that another program takes says so', async () => {
  render(<Door onCode={() => {}} />)
  await vi.waitFor(() => expect(state()).toBe('running'))
  act(() => void track.dispatchEvent(new Event('ended')))
  expect(state()).toBe('failed')
})

test('a camera that was opened and cannot be shown is given back', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('x', 'NotSupportedError'))
  render(<Door onCode={() => {}} />)
  await vi.waitFor(() => expect(state()).toBe('failed'))
  expect(track.stop).toHaveBeenCalledOnce()
})

const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000))
async function openDoor() {
  vi.useFakeTimers()
  const onCode = vi.fn()
  render(<Door onCode={onCode} />)
  await seconds(0.1)
  expect(state()).toBe('running')
  return onCode
}

test('a browser whose readers all fail says so: a picture alone is not a door', async () => {
  detect.mockRejectedValue(new DOMException('Barcode detection service unavailable.', 'NotSupportedError'))
  vi.stubGlobal('Worker', undefined)
  await openDoor()
  await seconds(5)
  expect(state()).toBe('unread')
})

test.each([
  ['picture is paused', () => (isPlaying = false), () => (isPlaying = true)],
  ['track is muted', () => (track.muted = true), () => (track.muted = false)],
])('a camera whose %s says so, and goes on with it', async (_, stop, goOn) => {
  const onCode = await openDoor()
  detect.mockResolvedValue([{ rawValue: 'P1.def' }])
  stop()
  await seconds(5)
  expect(state()).toBe('still')
  expect(onCode).not.toHaveBeenCalledWith('P1.def')
  goOn()
  await seconds(1)
  expect(state()).toBe('running')
  expect(onCode).toHaveBeenCalledWith('P1.def')
})

test('frames without a code are looked at: nothing is said', async () => {
  detect.mockResolvedValue([])
  await openDoor()
  await seconds(30)
  expect(state()).toBe('running')
})

test('codes that are read and cannot be judged count as unread, and the fault is reported', async () => {
  const report = vi.fn()
  vi.stubGlobal('reportError', report)
  kindOf = () => {
    throw new TypeError('Map.groupBy is not a function')
  }
  await openDoor()
  await seconds(5)
  expect(state()).toBe('unread')
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'Map.groupBy is not a function' }))
})

test.each([
  [true, 'withheld'],
  [false, 'insecure'],
])('without an interface to cameras, where the page is secure: %s, it is %s', async (isSecure, problem) => {
  vi.stubGlobal('isSecureContext', isSecure)
  Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true })
  render(<Door onCode={vi.fn()} />)
  await vi.waitFor(() => expect(state()).toBe(problem))
})
