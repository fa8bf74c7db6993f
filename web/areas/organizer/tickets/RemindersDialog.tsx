import { useQuery } from '@tanstack/react-query'
import { getPendingReminders, sendPendingReminders, type ReminderKind } from '#contract/events/reminders.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { DialogOfRead } from '#web/features/reads/LoadedDialog.tsx'
import { grouped } from '#contract/values/numbers.ts'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'

interface RemindersDialogProps {
  eventId: string
  onClose: () => void
}

const TITLE = 'Recordar lo que falta'

const words: Readonly<Record<ReminderKind, { title: string; text: string }>> = {
  cash: { title: 'Pagar en efectivo', text: 'Compraron y todavía no pagaron el cupón.' },
  expired: { title: 'Volver a comprar', text: 'Su reserva venció en las últimas 48 horas y hay lugar.' },
  activation: { title: 'Activar la cuenta', text: 'Tienen una entrada y todavía no activaron su cuenta.' },
}

/** Previews reminders and sends them. */
export function RemindersDialog({ eventId, onClose }: RemindersDialogProps) {
  const read = useQuery(endpointQuery(getPendingReminders, { params: { id: eventId } }, { fresh: true }))
  return (
    <DialogOfRead read={read} title={TITLE} label="Buscando a quién recordarle" rows={4} onClose={onClose}>
      {(preview) => <Preview eventId={eventId} preview={preview} onClose={onClose} />}
    </DialogOfRead>
  )
}

function Preview({
  eventId,
  preview: { groups, people, nextAt },
  onClose,
}: RemindersDialogProps & { preview: Answer<typeof getPendingReminders> }) {
  const sending = useAct(sendPendingReminders, {
    input: { params: { id: eventId } },
    done: (_, sent) => `Les recordamos a ${peopleWords(sent.people)}`,
    onDone: onClose,
    isProblemShown: true,
  })
  const canSend = people > 0 && nextAt === null
  return (
    <Dialog
      open
      onClose={onClose}
      title={TITLE}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            {canSend ? 'Cancelar' : 'Cerrar'}
          </Button>
          {canSend && (
            <Button busy={sending.isPending()} onClick={() => void sending.run()}>
              {`Recordarles a ${peopleWords(people)}`}
            </Button>
          )}
        </>
      }
    >
      <p className="text-humo">
        {people === 0
          ? 'Hoy no hay a quién recordarle: nadie debe un pago, dejó una compra ni tiene su cuenta sin activar.'
          : 'Les llega un mensaje por mail y WhatsApp. Cada persona recibe uno por día como mucho.'}
      </p>
      {nextAt !== null && (
        <p className="mt-3">Ya mandaste hace menos de un día. Podés volver el {formatMoment(nextAt)}.</p>
      )}
      <ul className="mt-5 flex flex-col gap-4">
        {groups.map((group) => (
          <li key={group.kind}>
            <h3 className="font-semibold">
              {words[group.kind].title} · {grouped(group.people)}
            </h3>
            <p className="text-14 text-humo">{words[group.kind].text}</p>
            <p className="mt-1 text-14">
              <Breakable>{namesOf(group)}</Breakable>
            </p>
          </li>
        ))}
      </ul>
      <Problem message={sending.problem} className="mt-4" />
    </Dialog>
  )
}

const peopleWords = (people: number) => (people === 1 ? '1 persona' : `${grouped(people)} personas`)

function namesOf({ names, people }: { names: readonly string[]; people: number }): string {
  const left = people - names.length
  return [...names, ...(left > 0 ? [`y ${grouped(left)} más`] : [])].join(', ')
}
