import * as z from 'zod/mini'
import { useState } from 'react'
import { mail, personName } from '#contract/accounts/accounts.ts'
import type { PromoterPerson } from '#contract/accounts/people-promoters.ts'
import type { IssuedTickets } from '#contract/sales/box-office.ts'
import { rrppGenerateTicket, type PromoterOptions } from '#contract/sales/box-office-promoters.ts'
import { formatMoney, formatPrice, toCents } from '#contract/values/money.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { UnsavedQuestion } from '#web/features/forms/UnsavedQuestion.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { canIssue, leftWords, typesFor, type Issue } from './issue-limits.ts'
import { RecipientField } from './RecipientField.tsx'
import { termOf, usePeopleSearch } from './use-people-search.ts'

const asked = z.object({
  typeId: z.string().check(z.minLength(1, 'Elegí el tipo de entrada')),
  who: z.string(),
  name: z.string(),
  phone: z.string(),
  mail: z.string(),
})
/** A stranger is named by all three; one of the contacts is what was searched for. */
const byPhone = z.extend(asked, { who: typedPhone, name: personName, mail })
const byMail = z.extend(asked, { who: mail, name: personName, phone: typedPhone })

interface IssueFormProps {
  eventId: string
  issue: Issue
  options: PromoterOptions
  title: string
  onMade: (made: IssuedTickets) => void
  /** Leads to the list that is pasted. */
  onPaste?: () => void
  onClose: () => void
}

/** One ticket for one person: the type where there are several, and whom in one field. */
export function IssueForm({ eventId, issue, options, title, onMade, onPaste, onClose }: IssueFormProps) {
  const types = typesFor(options, issue)
  const [chosen, setChosen] = useState<PromoterPerson | null>(null)
  const [kind, setKind] = useState<'phone' | 'mail'>('phone')
  const [isLeaving, setLeaving] = useState(false)
  const form = useSubmit(rrppGenerateTicket, {
    schema: chosen ? asked : kind === 'mail' ? byMail : byPhone,
    defaults: {
      typeId: types.find(({ available }) => available > 0)?.id ?? types[0]?.id ?? '',
      who: '',
      name: '',
      phone: '',
      mail: '',
    },
    leaveGuard: true,
    failures: { invalid_phone: kind === 'mail' ? 'phone' : 'who' },
    toInput: ({ typeId, who, name, phone, mail }) => ({
      query: {},
      body: {
        eventId,
        ticketType: typeId,
        isCourtesy: issue === 'courtesy',
        ...(chosen
          ? { idUserToSend: chosen.id }
          : { userName: name, userPhone: kind === 'mail' ? phone : who, userEmail: kind === 'mail' ? who : mail }),
      },
    }),
    onDone: onMade,
  })
  const typed = form.fields.watch()
  const search = usePeopleSearch(eventId, typed.who)
  const term = termOf(typed.who.trim()).kind === 'mail' ? 'mail' : 'phone'
  if (term !== kind) setKind(term)
  const type = types.find(({ id }) => id === typed.typeId)
  const price = type && formatMoney(toCents(type.price))
  return (
    <FormDialog
      form={form}
      title={title}
      submit={issue === 'sale' ? `Cobré ${price ?? ''}: enviar` : 'Dar y enviar'}
      button={{ disabled: !canIssue(options, issue, type) || (!chosen && !search.isStranger) }}
      staysOpen
      quiet
      onClose={onClose}
      className="gap-5"
    >
      <RecipientField form={form} who={typed.who} search={search} chosen={chosen} onChoose={setChosen} />
      {types.length > 1 ? (
        <SelectField
          label="Tipo de entrada"
          options={types.map(({ id, name, price }) => ({
            value: id,
            label: issue === 'sale' ? `${name} · ${formatPrice(toCents(price))}` : name,
          }))}
          {...form.field('typeId')}
        />
      ) : (
        <p className="wrap-anywhere">
          <b>{type?.name}</b>
          {issue === 'sale' && ` · ${price}`}
        </p>
      )}
      <p aria-live="polite" className="-mt-2 text-14 text-humo empty:hidden">
        {leftWords(options, issue, type)}
      </p>
      {issue === 'sale' && (
        <p className="text-14 text-humo">Sin cargo por servicio. Lo que cobrás se lo debés a quien organiza.</p>
      )}
      {onPaste && (
        <>
          <Button
            tone="quiet"
            size="s"
            className="self-start"
            onClick={() => (form.isUnsaved?.() ? setLeaving(true) : onPaste())}
          >
            Pegar una lista
          </Button>
          <UnsavedQuestion isAsking={isLeaving} isKept={false} onLeave={onPaste} onStay={() => setLeaving(false)} />
        </>
      )}
    </FormDialog>
  )
}
