import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { createQrReader } from './qr-reader.ts'

export type CameraState = 'starting' | 'running' | 'refused' | 'missing' | 'insecure' | 'failed'

/** The same code is not reported again while it stays in view. */
const SAME_CODE_MILLISECONDS = 2500
const FRAME_MILLISECONDS = 80
/** Enough for a code held at arm's length, and quick to read. */
const FRAME_SIZE = 960

export interface Camera {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly state: CameraState
  readonly hasTorch: boolean
  readonly isTorchOn: boolean
  toggleTorch(): void
  retry(): void
}

/**
 * The camera as a stream of codes: the only file that knows the camera. `onCode` gets each code once while it is in view;
 * nothing is read while `isPaused`.
 */
export function useCamera({ isPaused, onCode }: { isPaused: boolean; onCode: (text: string) => void }): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<MediaStreamTrack | null>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [attempt, setAttempt] = useState(0)
  const [torch, setTorch] = useState({ has: false, isOn: false })
  const live = useRef({ isPaused, onCode })
  useEffect(() => {
    live.current = { isPaused, onCode }
  })

  useEffect(() => {
    let isOver = false
    let stop = () => {}
    void (async () => {
      try {
        const stream = await openCamera()
        stop = () => stopStream(stream)
        if (isOver) return stop()
        track.current = stream.getVideoTracks()[0] ?? null
        setTorch({ has: canLight(track.current), isOn: false })
        // Another program took the camera, or it was unplugged: the picture freezes without an error.
        track.current?.addEventListener('ended', () => !isOver && setState('failed'))
        const stopReading = await readCodes(video.current, stream, () => live.current)
        stop = () => {
          stopReading()
          stopStream(stream)
        }
        if (isOver) return stop()
        setState('running')
      } catch (error) {
        stop()
        if (!isOver) setState(stateOf(error))
      }
    })()
    return () => {
      isOver = true
      stop()
    }
  }, [attempt])

  const toggleTorch = useCallback(() => {
    const isOn = !torch.isOn
    const light = { advanced: [{ torch: isOn } as MediaTrackConstraintSet] } // `torch` is not in TypeScript's DOM yet
    void track.current?.applyConstraints(light).then(() => setTorch({ has: true, isOn }))
  }, [torch.isOn])

  const retry = useCallback(() => {
    setState('starting')
    setAttempt((count) => count + 1)
  }, [])
  return { video, state, hasTorch: torch.has, isTorchOn: torch.isOn, toggleTorch, retry }
}

function openCamera(): Promise<MediaStream> {
  if (!isSecureContext || !navigator.mediaDevices) throw new DOMException('Camera needs HTTPS', 'SecurityError')
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    audio: false,
  })
}

function stopStream(stream: MediaStream): void {
  for (const each of stream.getTracks()) each.stop()
}

function canLight(track: MediaStreamTrack | null): boolean {
  return Boolean(track && 'getCapabilities' in track && 'torch' in track.getCapabilities())
}

function stateOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  return name === 'SecurityError' ? 'insecure' : 'failed'
}

function takeFrame(video: HTMLVideoElement): Promise<ImageBitmap> {
  const scale = Math.min(1, FRAME_SIZE / Math.max(video.videoWidth, video.videoHeight))
  return createImageBitmap(video, {
    resizeWidth: Math.round(video.videoWidth * scale),
    resizeHeight: Math.round(video.videoHeight * scale),
  })
}

/** Reads frame after frame, one at a time; gives the way to stop. */
async function readCodes(
  video: HTMLVideoElement | null,
  stream: MediaStream,
  live: () => { isPaused: boolean; onCode: (text: string) => void },
): Promise<() => void> {
  if (!video) return () => {}
  video.srcObject = stream
  await video.play()
  const reader = await createQrReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let last = { text: '', at: 0 }
  const step = async () => {
    // A frame that cannot be taken or read (the page was hidden, the phone slept) is left out: the door goes on.
    const text =
      live().isPaused || video.videoWidth === 0
        ? null
        : await takeFrame(video)
            .then(reader.read)
            .catch(() => null)
    const now = performance.now()
    if (text && (text !== last.text || now - last.at > SAME_CODE_MILLISECONDS) && !live().isPaused) live().onCode(text)
    if (text) last = { text, at: now }
    if (!isOver) timer = setTimeout(() => void step(), FRAME_MILLISECONDS)
  }
  void step()
  return () => {
    isOver = true
    clearTimeout(timer)
    reader.close()
  }
}
