import { useId, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import {
  DELETION_WORD,
  DELETION_WORKING_DAYS,
  getMyDeletions,
  requestDeletion,
  type DeletionBlocker,
  type TicketGivenUp,
} from '#contract/privacy.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { invalidate, useEndpointMutation } from '#web/api/query.ts'
import { GivenUpTickets } from '#web/features/privacy/GivenUpTickets.tsx'
import { counted } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

const consequences = [
  `La revisa una persona de nuestro equipo, en ${DELETION_WORKING_DAYS} días hábiles como máximo.`,
  'Cuando se aprueba, se cierran tus sesiones y no podés volver a ingresar.',
  'Borramos tu nombre, tus contactos, tu foto y lo que nos escribiste. No se puede deshacer.',
  'Los comprobantes de compras y devoluciones se conservan sin tu nombre: lo exigen las leyes fiscales.',
]

interface DeletionFormProps {
  blockers: readonly DeletionBlocker[]
  tickets: readonly TicketGivenUp[]
}

/** What happens, what stands in the way, what is lost; and then the word that says yes. */
export function DeletionForm({ blockers, tickets }: DeletionFormProps) {
  const reasonId = useId()
  const [word, setWord] = useState('')
  const [reason, setReason] = useState('')
  const [isGivenUp, setIsGivenUp] = useState(false)
  const [problems, setProblems] = useState<{ word?: string; tickets?: string }>({})
  const requesting = useEndpointMutation(requestDeletion, {
    onSuccess: () => {
      showToast('Recibimos tu solicitud. Te escribimos por mail.', 'success')
      return invalidate(getMyDeletions)
    },
    onError: (failure) => {
      // What stood on this screen is not how things are any more.
      if (isApiFailure(failure) && failure.status === 409) {
        setIsGivenUp(false)
        return invalidate(getMyDeletions)
      }
    },
  })
  if (blockers.length > 0) return <Blocked blockers={blockers} />

  function submit(submission: FormEvent) {
    submission.preventDefault()
    const wrong = {
      ...(tickets.length > 0 && !isGivenUp && { tickets: 'Confirmá que entendés que las perdés' }),
      ...(word.trim().toUpperCase() !== DELETION_WORD && { word: `Escribí ${DELETION_WORD} para confirmar` }),
    }
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    const text = reason.trim()
    requesting.mutate({
      body: { confirmation: DELETION_WORD, ticketsGivenUp: tickets.length, ...(text && { reason: text }) },
    })
  }

  return (
    <Card className="p-5">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div>
          <p className="mb-2 font-semibold">Qué pasa si la eliminás</p>
          <ul className="list-disc space-y-1 pl-5 text-humo">
            {consequences.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        {tickets.length > 0 && (
          <div className="flex flex-col gap-3">
            <p className="font-semibold">Perdés {counted(tickets.length, 'entrada vigente', 'entradas vigentes')}</p>
            <GivenUpTickets tickets={tickets} />
            <TicketsFirst tickets={tickets} />
            <Checkbox
              label={tickets.length === 1 ? 'Entiendo que la pierdo' : 'Entiendo que las pierdo'}
              checked={isGivenUp}
              onChange={({ target }) => setIsGivenUp(target.checked)}
              {...(problems.tickets && { error: problems.tickets })}
            />
          </div>
        )}
        <TextArea
          id={reasonId}
          label="¿Por qué te vas?"
          optional
          rows={3}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <TextField
          label={`Para confirmar, escribí ${DELETION_WORD}`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={word}
          onChange={({ target }) => setWord(target.value)}
          {...(problems.word && { error: problems.word })}
        />
        <Problem message={requesting.error && failureMessage(requesting.error)} />
        <Button type="submit" tone="danger" busy={requesting.isPending} className="self-start">
          Solicitar la eliminación
        </Button>
      </form>
    </Card>
  )
}

/** Before a paid ticket is lost: its money back, or somebody else to use it. */
function TicketsFirst({ tickets }: { tickets: readonly TicketGivenUp[] }) {
  const canRefund = tickets.some(({ isOwnPurchase }) => isOwnPurchase)
  const canTransfer = tickets.some((ticket) => ticket.canTransfer)
  if (!canRefund && !canTransfer) return null
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-humo">
        {canRefund
          ? 'Al eliminar la cuenta no se devuelve el dinero. Antes, podés pedir la devolución o pasarle la entrada a otra persona.'
          : 'Antes, podés pasarle la entrada a otra persona.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {canRefund && (
          <LinkButton asChild tone="secondary" size="s">
            <Link to={paths.refundPolicy()}>Pedir la devolución</Link>
          </LinkButton>
        )}
        {canTransfer && (
          <LinkButton asChild tone="secondary" size="s">
            <Link to={paths.clientDashboard()}>Transferir entradas</Link>
          </LinkButton>
        )}
      </div>
    </div>
  )
}

function Blocked({ blockers }: { blockers: readonly DeletionBlocker[] }) {
  return (
    <Card className="flex flex-col gap-3 p-5">
      <p className="font-semibold">Todavía no podés eliminar tu cuenta</p>
      <ul className="list-disc space-y-2 pl-5">
        {blockers.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <p className="text-14 text-humo">Cuando se resuelva, volvé a esta pantalla para pedirlo.</p>
    </Card>
  )
}
