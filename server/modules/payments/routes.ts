import { receiveMercadoPagoWebhook } from '#contract/companies/payments.ts'
import { bind } from '#server/http/bound.ts'
import { receiveNotification } from './receive-notification.ts'

export const routes = [bind(receiveMercadoPagoWebhook, (app, call) => receiveNotification(app, call))]
