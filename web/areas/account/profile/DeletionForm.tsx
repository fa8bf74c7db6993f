import { useEffect, useMemo } from 'react'
import * as z from 'zod/mini'
import { paths } from '#contract/api/paths.ts'
import {
  DELETION_WORD,
  DELETION_WORKING_DAYS,
  getMyDeletions,
  requestDeletion,
  type DeletionBlocker,
  type TicketGivenUp,
} from '#contract/accounts/privacy.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { invalidate } from '#web/api/query.ts'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { GivenUpTickets } from '#web/features/privacy/GivenUpTickets.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { counted } from '#web/lib/numbers.ts'
import { Card } from '#web/ui/base/Card.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { alert } from '#web/shell/notices/alert.ts'

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

const isDeletionWord = (word: string) => word.trim().toUpperCase() === DELETION_WORD

const deletionForm = (losesTickets: boolean) =>
  z.object({
    confirmation: z.string().check(z.refine(isDeletionWord, `Escribí ${DELETION_WORD} para confirmar`)),
    isGivenUp: z.boolean().check(z.refine((agreed) => agreed || !losesTickets, 'Confirmá que entendés que las perdés')),
    reason: requestDeletion.body.shape.reason,
  })

/** Shows the effects, the blockers and the losses, then asks for the confirmation word. */
export function DeletionForm({ blockers, tickets }: DeletionFormProps) {
  const losesTickets = tickets.length > 0
  const form = useSubmit(requestDeletion, {
    schema: useMemo(() => deletionForm(losesTickets), [losesTickets]),
    defaults: { confirmation: '', isGivenUp: false, reason: '' },
    draft: { name: 'eliminar-cuenta', without: ['confirmation', 'isGivenUp'] },
    toInput: ({ reason }) => ({
      body: { confirmation: DELETION_WORD, ticketsGivenUp: tickets.length, ...(reason && { reason }) },
    }),
    onDone: () => {
      alert.success('Recibimos tu solicitud', 'Te escribimos por mail.', { autoClose: true })
      return invalidate(getMyDeletions)
    },
    onFail: (failure) => {
      // What stood on this screen is not how things are any more.
      if (isApiFailure(failure) && failure.status === 409) void invalidate(getMyDeletions)
    },
  })
  // Who agreed to lose one ticket agreed to no other.
  const { setValue } = form.fields
  const ids = tickets.map(({ id }) => id).join()
  useEffect(() => setValue('isGivenUp', false), [ids, setValue])
  if (blockers.length > 0) return <Blocked blockers={blockers} />

  return (
    <Card className="p-5">
      <Form form={form} submit="Solicitar la eliminación" button={{ tone: 'danger', className: 'self-start' }}>
        <div>
          <p className="mb-2 font-semibold">Qué pasa si la eliminás</p>
          <ul className="list-disc space-y-1 pl-5 text-humo">
            {consequences.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        {losesTickets && (
          <div className="flex flex-col gap-3">
            <p className="font-semibold">Perdés {counted(tickets.length, 'entrada vigente', 'entradas vigentes')}</p>
            <GivenUpTickets tickets={tickets} />
            <TicketsFirst tickets={tickets} />
            <Checkbox
              label={tickets.length === 1 ? 'Entiendo que la pierdo' : 'Entiendo que las pierdo'}
              {...form.field('isGivenUp')}
            />
          </div>
        )}
        <TextArea label="¿Por qué te vas?" optional rows={3} maxLength={500} {...form.field('reason')} />
        <TextField
          label={`Para confirmar, escribí ${DELETION_WORD}`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...form.field('confirmation')}
        />
      </Form>
    </Card>
  )
}

/** Offers a refund or a transfer before a paid ticket is lost. */
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
          <ScreenButton tone="secondary" size="s" to={paths.refundPolicy()}>
            Pedir la devolución
          </ScreenButton>
        )}
        {canTransfer && (
          <ScreenButton tone="secondary" size="s" to={paths.clientDashboard()}>
            Transferir entradas
          </ScreenButton>
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
