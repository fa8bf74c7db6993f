import * as z from 'zod/mini'
import { useState } from 'react'
import { mail, personName } from '#contract/accounts/accounts.ts'
import { generateTicket, TICKETS_PER_CALL, type IssuedTickets, type IssueOptions } from '#contract/sales/box-office.ts'
import { formatMoney, formatPrice, toCents } from '#contract/values/money.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { Stepper } from '#web/ui/fields/Stepper.tsx'
import { mostOf } from './issue-words.ts'
import { RecipientFields, type FoundPerson } from './RecipientFields.tsx'

const asked = z.object({
  typeId: z.string().check(z.minLength(1, 'Elegí el tipo de entrada')),
  how: z.enum(['courtesy', 'sold']),
  quantity: z.int().check(z.minimum(1), z.maximum(TICKETS_PER_CALL)),
  name: z.string(),
  phone: z.string(),
  mail: z.string(),
})
/** A person who was not found is named by all three. */
const askedOfStranger = z.extend(asked, { name: personName, phone: typedPhone, mail })

const ways = [
  { value: 'courtesy', label: 'De cortesía' },
  { value: 'sold', label: 'Vendida en persona', hint: 'Sin cargo por servicio. La plata ya la tenés vos.' },
] as const

interface GenerateFormProps {
  eventId: string
  options: IssueOptions
  title: string
  onMade: (made: IssuedTickets) => void
  onClose: () => void
}

/** What may be generated of the chosen type. */
interface Bound extends ReturnType<typeof mostOf> {
  readonly type: IssueOptions['ticketTypes'][number]
  readonly isCourtesy: boolean
}

/** Type, courtesy or sold, how many and for whom; says which limit binds and what remains of it. */
export function GenerateForm({ eventId, options, title, onMade, onClose }: GenerateFormProps) {
  const { ticketTypes, courtesyAvailability } = options
  const boundOf = (typeId: string, how: 'courtesy' | 'sold'): Bound | undefined => {
    const type = ticketTypes.find(({ id }) => id === typeId)
    const isCourtesy = how === 'courtesy' || type?.isSold === false
    return type && { type, isCourtesy, ...mostOf(type, isCourtesy, courtesyAvailability) }
  }
  /** What is chosen stays when another type has fewer left. */
  const quantityOf = ({ typeId, how, quantity }: Pick<z.infer<typeof asked>, 'typeId' | 'how' | 'quantity'>) =>
    Math.max(1, Math.min(quantity, boundOf(typeId, how)?.most ?? quantity))
  const [found, setFound] = useState<FoundPerson | null>(null)
  const form = useSubmit(generateTicket, {
    schema: found ? asked : askedOfStranger,
    defaults: {
      typeId: ticketTypes.length === 1 ? (ticketTypes[0]?.id ?? '') : '',
      how: 'courtesy',
      quantity: 1,
      name: '',
      phone: '',
      mail: '',
    },
    draft: `generar:${eventId}`,
    failures: { invalid_phone: 'phone' },
    toInput: (typed) => ({
      query: {},
      body: {
        eventId,
        ticketType: typed.typeId,
        isCourtesy: typed.how === 'courtesy',
        quantity: quantityOf(typed),
        ...(found
          ? { idUserToSend: found.id }
          : { userName: typed.name, userPhone: typed.phone, userEmail: typed.mail }),
      },
    }),
    onDone: onMade,
  })
  const typed = form.fields.watch()
  const bound = boundOf(typed.typeId, typed.how)
  const quantity = quantityOf(typed)
  return (
    <FormDialog
      form={form}
      title={title}
      submit={quantity === 1 ? 'Generar y enviar' : `Generar y enviar ${quantity}`}
      button={{ disabled: bound?.most === 0 }}
      staysOpen
      onClose={onClose}
      className="gap-5"
    >
      <SelectField
        label="Tipo de entrada"
        placeholder="Elegí el tipo"
        options={ticketTypes.map(({ id, name, price, isSold }) => ({
          value: id,
          label: `${name} · ${isSold ? formatPrice(toCents(price)) : 'solo de cortesía'}`,
        }))}
        {...form.field('typeId')}
      />
      {bound?.type.isSold && <RadioGroup label="Cómo" options={ways} {...form.value('how')} />}
      {bound && <Quantity bound={bound} value={quantity} onChange={(next) => form.fields.setValue('quantity', next)} />}
      <RecipientFields form={form} phone={typed.phone} found={found} onFind={setFound} />
    </FormDialog>
  )
}

interface QuantityProps {
  bound: Bound
  value: number
  onChange: (quantity: number) => void
}

/** How many, with the limit that binds and what they cost in person. */
function Quantity({ bound: { type, isCourtesy, most, words }, value, onChange }: QuantityProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p aria-live="polite">
        <span className="block text-14 text-humo">{words}</span>
        {!isCourtesy && most > 0 && <b className="block">{formatMoney(toCents(type.price * value))} en persona</b>}
      </p>
      {most > 0 && <Stepper label="Entradas" min={1} max={most} value={value} onChange={onChange} />}
    </div>
  )
}
