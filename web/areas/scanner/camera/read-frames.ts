/** Reads the frames of a playing camera one at a time, and notices when it cannot look at them. */
import { createQrReader, type Frame } from './qr-reader.ts'

/** Whether frames are looked at; else whether the picture stands `still` or stays `unread`. */
export type Sight = 'running' | 'still' | 'unread'

const FRAME_MILLISECONDS = 80
/** Enough for a code held at arm's length, and quick to read. */
const FRAME_SIZE = 960
/** Without a look for so long, the screen says so: the doorman must not wait for a picture that is not read. */
const BLIND_MILLISECONDS = 4000
const WATCH_MILLISECONDS = 500

interface FrameUse {
  readonly isPaused: () => boolean
  readonly onPause: () => void
  /** The texts of all codes of a frame that was looked at; none is an answer too. */
  readonly onTexts: (texts: readonly string[]) => void
  /** Called when it changes. */
  readonly onSight: (sight: Sight) => void
}

/** Starts to read; gives the way to stop. */
export function readFrames(video: HTMLVideoElement, track: MediaStreamTrack | null, use: FrameUse): () => void {
  const reader = createQrReader()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let lookedAt = performance.now()
  let sight: Sight = 'running'

  function judge(): void {
    const isBlind = reader.isSpent() || performance.now() - lookedAt > BLIND_MILLISECONDS
    const now = !isBlind ? 'running' : isStill(video, track) ? 'still' : 'unread'
    if (now !== sight) use.onSight(now)
    sight = now
  }
  async function look(): Promise<void> {
    if (use.isPaused() || document.hidden) {
      // What could not be looked at before a pause is not mended by it.
      if (sight === 'running') lookedAt = performance.now()
      return use.onPause()
    }
    if (isStill(video, track)) {
      // A phone pauses the picture for a call, or when the page was away.
      if (video.paused) void video.play().catch(() => undefined)
      return
    }
    if (reader.isSpent()) return
    const texts = await reader.read(await takeFrame(video))
    if (isOver) return
    if (!use.isPaused() && !isJudged(texts)) return
    lookedAt = performance.now()
  }
  /** A code that was read and could not be judged counts as unread: the doorman learns that nothing happens. */
  function isJudged(texts: readonly string[]): boolean {
    try {
      use.onTexts(texts)
      return true
    } catch (error) {
      reportError(error)
      return false
    }
  }
  async function step(): Promise<void> {
    // A frame that cannot be taken or read is left out: the door goes on, and `judge` counts the time.
    await look().catch(() => undefined)
    if (!isOver) timer = setTimeout(() => void step(), FRAME_MILLISECONDS)
  }
  // Apart from the frames: a frame may never be answered.
  const watch = setInterval(judge, WATCH_MILLISECONDS)
  void step()
  return () => {
    isOver = true
    clearTimeout(timer)
    clearInterval(watch)
    reader.close()
  }
}

/** Whether the picture on screen is not what the camera sees now; a still picture reads as a code or as none, for ever. */
function isStill(video: HTMLVideoElement, track: MediaStreamTrack | null): boolean {
  return video.paused || video.ended || video.videoWidth === 0 || track?.muted === true || track?.readyState === 'ended'
}

/** By a canvas where the browser makes no bitmap of a video. */
async function takeFrame(video: HTMLVideoElement): Promise<Frame> {
  const scale = Math.min(1, FRAME_SIZE / Math.max(video.videoWidth, video.videoHeight))
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
  try {
    return await createImageBitmap(video, { resizeWidth: width, resizeHeight: height })
  } catch {
    return drawFrame(video, width, height)
  }
}

function drawFrame(video: HTMLVideoElement, width: number, height: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The canvas takes no picture')
  context.drawImage(video, 0, 0, width, height)
  return canvas
}
