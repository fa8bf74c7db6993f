import { Flashlight, FlashlightOff, Keyboard, Wine, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getAttendance, type ScannerEvent } from '#contract/sales/scanning.ts'
import { useLive } from '#web/api/live.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { AttendanceIndicators } from './AttendanceIndicators.tsx'
import { CameraProblem } from './CameraProblem.tsx'
import { keepSoundAwake } from './feedback.ts'
import { fromCode, kindOfCode } from './scan-input.ts'
import { ScanHistory } from './ScanHistory.tsx'
import { ScanVerdict } from './ScanVerdict.tsx'
import { TypeNumber } from './TypeNumber.tsx'
import { useHasBar } from './bar/use-bar.ts'
import { useCamera } from './camera/use-camera.ts'
import { useScan } from './use-scan.ts'

/** One door at work: camera above, verdict over it, what happened below. One hand is enough. */
export function DoorScanner({
  event,
  onBar,
  onLeave,
}: {
  event: ScannerEvent
  onBar: () => void
  onLeave: () => void
}) {
  const { verdict, history, isAsking, scan, retry, dismiss } = useScan(event.eventId)
  const [isTyping, setTyping] = useState(false)
  const isOnline = useOnline()
  // While bad news is on screen nothing else is read; good news gives way to the next code.
  const {
    video,
    state,
    hasTorch,
    isTorchOn,
    toggleTorch,
    retry: retryCamera,
  } = useCamera({
    isPaused: isTyping || isAsking || (verdict !== null && verdict.tone !== 'pass'),
    kindOf: (text) => kindOfCode(text, event.eventNumber),
    onCode: (text) => void scan(fromCode(text)),
  })
  const attendance = useLive(getAttendance, { params: { id: event.eventId } })
  const hasBar = useHasBar(event.eventId)
  useEffect(keepSoundAwake, [])

  return (
    <main id="main" tabIndex={-1} className="fixed inset-0 flex flex-col bg-noche">
      <div className="relative min-h-0 flex-1 overflow-hidden">
        <video ref={video} muted playsInline aria-label="Cámara" className="size-full object-cover" />
        {state === 'running' && !verdict && <Frame isAsking={isAsking} />}
        {state !== 'running' && !verdict && (
          <CameraProblem state={state} onRetry={retryCamera} onType={() => setTyping(true)} />
        )}
        <div role="status" aria-live="assertive">
          {verdict && <ScanVerdict verdict={verdict} isAsking={isAsking} onRetry={retry} onDismiss={dismiss} />}
        </div>
        <header
          className={classes(
            'absolute inset-x-0 top-0 flex items-center justify-between gap-3 px-4 pt-[max(0.75rem,env(safe-area-inset-top))] font-bold',
            verdict ? 'text-noche' : 'bg-linear-to-b from-noche to-transparent pb-6',
          )}
        >
          <h1 title={event.eventName} className="line-clamp-2 min-w-0 text-16 leading-tight">
            {event.eventName}
          </h1>
          <div className="flex shrink-0 items-center gap-1">
            <span className="text-14">{isOnline ? '● En línea' : '○ Sin señal'}</span>
            {hasTorch && (
              <IconButton label={isTorchOn ? 'Apagar linterna' : 'Prender linterna'} onClick={toggleTorch}>
                {isTorchOn ? <FlashlightOff /> : <Flashlight />}
              </IconButton>
            )}
            <IconButton label="Cambiar de evento" onClick={onLeave}>
              <X />
            </IconButton>
          </div>
        </header>
      </div>
      <section
        aria-label="Asistencia e historial"
        className="relative z-10 -mt-6 max-h-[52dvh] rounded-t-sheet bg-noche px-5 pt-6 pb-[max(1rem,env(safe-area-inset-bottom))] md:mx-auto md:w-full md:max-w-xl"
      >
        <AttendanceIndicators indicators={attendance.data} />
        <div className="mt-3">
          <ScanHistory history={history} />
        </div>
        <div className="mt-3 flex gap-3">
          <Button tone="secondary" wide icon={<Keyboard size={18} />} onClick={() => setTyping(true)}>
            Escribir el número
          </Button>
          {hasBar && (
            <Button tone="secondary" className="shrink-0" icon={<Wine size={18} />} onClick={onBar}>
              Barra
            </Button>
          )}
        </div>
      </section>
      <TypeNumber open={isTyping} onClose={() => setTyping(false)} onScan={(input) => void scan(input)} />
    </main>
  )
}

/** Where to hold the code. */
export function Frame({ isAsking }: { isAsking: boolean }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 grid place-items-center pb-10">
      <div
        className={classes(
          'size-[min(62vw,38dvh)] rounded-sheet border-4 shadow-[0_0_0_100vmax_rgb(5_6_10/0.45)]',
          isAsking ? 'animate-pulse-soft border-sol' : 'border-papel',
        )}
      />
    </div>
  )
}
