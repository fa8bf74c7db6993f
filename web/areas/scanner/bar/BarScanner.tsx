import { Keyboard, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ScannerEvent } from '#contract/sales/scanning.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { useCamera } from '../camera/use-camera.ts'
import { CameraProblem } from '../CameraProblem.tsx'
import { Frame } from '../DoorScanner.tsx'
import { keepSoundAwake } from '../feedback.ts'
import { kindOfCode } from '../scan-input.ts'
import type { Verdict } from '../scan-messages.ts'
import { TypeNumber } from '../TypeNumber.tsx'
import { ServedTicket } from './ServedTicket.tsx'
import { useBar } from './use-bar.ts'

/** The bar at work: a ticket's code, then its drinks, each with one touch. */
export function BarScanner({ event, onLeave }: { event: ScannerEvent; onLeave: () => void }) {
  const { scanned, verdict, isAsking, scan, change, retry, dismiss, next } = useBar(event.eventId)
  const [isTyping, setTyping] = useState(false)
  const {
    video,
    state,
    retry: retryCamera,
  } = useCamera({
    isPaused: isTyping || isAsking || scanned !== null || verdict !== null,
    kindOf: (text) => kindOfCode(text, event.eventNumber),
    onCode: (text) => void scan(text),
  })
  useEffect(keepSoundAwake, [])
  return (
    <main id="main" tabIndex={-1} className="fixed inset-0 flex flex-col bg-noche">
      <div className="relative min-h-0 flex-1 overflow-hidden">
        <video ref={video} muted playsInline aria-label="Cámara" className="size-full object-cover" />
        {state === 'running' && !scanned && !verdict && <Frame isAsking={isAsking} />}
        {state !== 'running' && !scanned && !verdict && (
          <CameraProblem state={state} onRetry={retryCamera} onType={() => setTyping(true)} />
        )}
        <BarHeader name={event.eventName} onLeave={onLeave} />
      </div>
      <section
        aria-label="Bebidas de la entrada"
        aria-live="polite"
        className="relative z-10 -mt-6 max-h-[82dvh] overflow-y-auto rounded-t-sheet bg-noche px-5 pt-6 pb-[max(1rem,env(safe-area-inset-bottom))] md:mx-auto md:w-full md:max-w-xl"
      >
        {scanned ? (
          <ServedTicket key={scanned.ticket.id} scanned={scanned} onChange={change} onNext={next} />
        ) : (
          <>
            {verdict ? (
              <NotServed verdict={verdict} onRetry={retry} onDismiss={dismiss} />
            ) : (
              <p className="text-16 text-humo">
                {isAsking ? 'Buscando la entrada…' : 'Escaneá el código de la entrada para ver sus bebidas.'}
              </p>
            )}
            <Button
              tone="secondary"
              wide
              className="mt-4"
              icon={<Keyboard size={18} />}
              onClick={() => {
                dismiss()
                setTyping(true)
              }}
            >
              Escribir el número
            </Button>
          </>
        )}
      </section>
      <TypeNumber
        open={isTyping}
        onClose={() => setTyping(false)}
        onScan={({ code, ticketId }) => void scan(code ?? ticketId)}
      />
    </main>
  )
}

function BarHeader({ name, onLeave }: { name: string; onLeave: () => void }) {
  return (
    <header className="absolute inset-x-0 top-0 flex items-center justify-between gap-3 bg-linear-to-b from-noche to-transparent px-4 pt-[max(0.75rem,env(safe-area-inset-top))] pb-6 font-bold">
      <h1 title={name} className="min-w-0 text-16 leading-tight">
        <span className="block text-sol">Barra</span>
        <span className="line-clamp-1">{name}</span>
      </h1>
      <IconButton label="Volver a la puerta" onClick={onLeave}>
        <X />
      </IconButton>
    </header>
  )
}

/** Why a code gives nothing, in the colour that the door uses for it. */
function NotServed({ verdict, onRetry, onDismiss }: { verdict: Verdict; onRetry: () => void; onDismiss: () => void }) {
  const canRetry = verdict.next === 'retry'
  return (
    <div className={classes('rounded-card p-4 text-noche', verdict.tone === 'refuse' ? 'bg-rojo' : 'bg-sol')}>
      <p className="text-22 font-extrabold">{verdict.title}</p>
      {verdict.tone !== 'wait' && verdict.lines.map((line) => <p key={line}>{line}</p>)}
      <Button tone="night" wide className="mt-3" onClick={canRetry ? onRetry : onDismiss}>
        {canRetry ? 'Reintentar' : 'Escanear otra'}
      </Button>
    </div>
  )
}
