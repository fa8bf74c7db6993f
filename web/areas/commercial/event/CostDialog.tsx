import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { COST_TYPES, createCost, updateCost, type EventCost } from '#contract/events/commercials-costs.ts'
import { formatMoney, MAX_PRICE, toCents, toPesos } from '#contract/values/money.ts'
import { isApiFailure } from '#web/api/api-failure.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { pesosInput, readPesos, showPesos } from '#web/features/forms/number-inputs.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { assignmentMessage } from './assignment-message.ts'

const costInput = z.object({
  costType: createCost.body.shape.costType,
  amount: pesosInput({
    min: 1,
    max: MAX_PRICE,
    message: `Poné un importe en pesos enteros, de $1 a ${formatMoney(toCents(MAX_PRICE))}`,
  }),
})

interface CostDialogProps {
  eventId: string
  /** The cost to change; null adds one. */
  cost: EventCost | null
  /** Types that the event has already, offered first. */
  types: readonly string[]
  onClose: () => void
}

/** Adds a cost of an event, or changes one. */
export function CostDialog({ eventId, cost, types, onClose }: CostDialogProps) {
  const listId = useId()
  // Another person's change moves it: saving again then is on purpose.
  const [version, setVersion] = useState(cost?.version)
  const form = useSubmit(cost ? updateCost : createCost, {
    schema: costInput,
    defaults: { costType: cost?.costType ?? '', amount: showPesos(cost && toCents(cost.amount)) },
    draft: `costo:${cost?.id ?? eventId}`,
    toInput: ({ costType, amount }) => ({
      params: cost ? { id: eventId, costId: cost.id } : { id: eventId },
      body: { costType, amount: toPesos(readPesos(amount)), ...(cost && { version }) },
    }),
    errorMessage(error) {
      if (!isApiFailure(error, 'cost_changed')) return assignmentMessage(error, 'Error al guardar el costo')
      const now = error.details as EventCost // what `cost_changed` says
      return `${error.message}: ahora es ${now.costType}, ${formatMoney(toCents(now.amount))}. Si guardás otra vez, queda lo tuyo.`
    },
    onFail(error) {
      if (isApiFailure(error, 'cost_changed')) setVersion((error.details as EventCost).version)
    },
    done: ({ costType }) => `${cost ? 'Guardaste' : 'Cargaste'} ${costType}`,
  })
  const offered = [...new Set([...types, ...COST_TYPES])]
  return (
    <FormDialog
      form={form}
      title={cost ? cost.costType : 'Cargar costo'}
      submit={cost ? 'Guardar' : 'Cargar'}
      onClose={onClose}
    >
      <TextField label="De qué es" maxLength={60} list={listId} autoComplete="off" {...form.field('costType')} />
      <datalist id={listId}>
        {offered.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </datalist>
      <MoneyField label="Importe" {...form.field('amount')} />
    </FormDialog>
  )
}
