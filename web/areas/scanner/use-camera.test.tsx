import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCamera } from './use-camera.ts'

/** The parts of a camera that are used. */
class Track extends EventTarget {
  stop = vi.fn()
  getCapabilities = () => ({})
}
let track: Track
const takeFrame = vi.fn<() => Promise<unknown>>()

beforeEach(() => {
  track = new Track()
  takeFrame.mockReset().mockImplementation(async () => ({ close() {} }))
  const stream = { getVideoTracks: () => [track], getTracks: () => [track] }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('createImageBitmap', takeFrame)
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => [{ rawValue: 'P1.abc' }]
    },
  )
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia: async () => stream },
    configurable: true,
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  Object.defineProperties(HTMLVideoElement.prototype, {
    srcObject: { value: null, writable: true, configurable: true },
    videoWidth: { value: 640, configurable: true },
    videoHeight: { value: 480, configurable: true },
  })
})
afterEach(() => vi.unstubAllGlobals())

function Door({ onCode }: { onCode: (text: string) => void }) {
  const { video, state } = useCamera({ isPaused: false, onCode })
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
