import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { codeChooser, type CodeKind } from './choose-code.ts'
import { readFrames } from './read-frames.ts'

/** `still`: the picture stands; `unread`: the picture moves and no reader works. */
export type CameraState =
  | 'starting'
  | 'running'
  | 'refused'
  | 'missing'
  | 'insecure'
  | 'withheld'
  | 'failed'
  | 'still'
  | 'unread'

export interface Camera {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly state: CameraState
  readonly hasTorch: boolean
  readonly isTorchOn: boolean
  toggleTorch(): void
  retry(): void
}

interface CameraUse {
  /** Nothing is read meanwhile. */
  readonly isPaused: boolean
  readonly kindOf: (text: string) => CodeKind
  readonly onCode: (text: string) => void
}

/** The camera as a stream of codes. `onCode` gets each code once while it is in view (`choose-code.ts`). */
export function useCamera({ isPaused, kindOf, onCode }: CameraUse): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<MediaStreamTrack | null>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [attempt, setAttempt] = useState(0)
  const [torch, setTorch] = useState({ has: false, isOn: false })
  const live = useRef({ isPaused, kindOf, onCode })
  useEffect(() => {
    live.current = { isPaused, kindOf, onCode }
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
        if (!video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        if (isOver) return stop()
        setState('running')
        const chooser = codeChooser((text) => live.current.kindOf(text))
        const stopReading = readFrames(video.current, track.current, {
          isPaused: () => live.current.isPaused,
          onPause: () => chooser.pause(performance.now()),
          onTexts: (texts) => {
            const code = chooser.choose(texts, performance.now())
            if (code !== null) live.current.onCode(code)
          },
          // An ended track stays ended.
          onSight: (sight) => setState((before) => (before === 'failed' ? before : sight)),
        })
        stop = () => {
          stopReading()
          stopStream(stream)
        }
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
    void track.current?.applyConstraints(light).then(
      () => setTorch({ has: true, isOn }),
      () => setTorch({ has: false, isOn: false }),
    )
  }, [torch.isOn])

  const retry = useCallback(() => {
    setState('starting')
    setAttempt((count) => count + 1)
  }, [])
  return { video, state, hasTorch: torch.has, isTorchOn: torch.isOn, toggleTorch, retry }
}

function openCamera(): Promise<MediaStream> {
  if (!isSecureContext) throw new DOMException('Camera needs HTTPS', 'SecurityError')
  // Secure, and without it: the browser inside an app.
  const { mediaDevices } = navigator as Partial<Navigator>
  if (!mediaDevices) throw new DOMException('No camera interface', 'WithheldError')
  return mediaDevices.getUserMedia({
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
  if (name === 'WithheldError') return 'withheld'
  return name === 'SecurityError' ? 'insecure' : 'failed'
}
