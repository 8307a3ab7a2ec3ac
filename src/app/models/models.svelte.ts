import { message, type Message } from '../../core/message';
import type { CatalogueModel } from '../../core/models/catalogue/catalogue-model';
import { autoChecker } from '../../core/models/catalogue/cross-encoders';
import { fit, preselect, type Fit } from '../../core/models/catalogue/fit';
import { cards, CATALOGUE } from '../../core/models/catalogue/catalogue';
import type { ChatChoice, ChatPurpose } from '../../core/models/chat-model';
import type { Hardware, ServerModel } from '../../core/models/hosts';
import { usesOf, type CheckerChoice, type EncoderChoice, type UsedModel } from '../../core/models/settings';
import { getSession, type Session } from '../session.svelte';
import { lookAtBrowserModel, type BrowserModelState } from './browser-model.svelte';
import { ModelChoices } from './model-choices.svelte';
import { Downloads } from './downloads.svelte';
import type { ModelRoom } from './model-room';
import { ServerLink, ServerPermission } from './server.svelte';
import { ModelTrial } from './model-trial.svelte';
import { messageText } from '../words/messages';

/** A model of the catalogue and its state on this device. */
export interface ModelCard {
  readonly model: CatalogueModel;
  readonly fit: Fit;
  readonly recommended: boolean;
}

/** Settings → Models: what this device can run, what is stored, what is chosen. */
class Models {
  readonly choices: ModelChoices;
  readonly downloads: Downloads;
  readonly server: ServerLink;
  readonly trial: ModelTrial;
  hardware = $state.raw<Hardware | null>(null);
  /** Bytes the browser offers beyond what is used; null while unknown. */
  free = $state<number | null>(null);
  /** The browser's own model; null before the browser was asked, and where it knows of none. */
  promptApi = $state.raw<BrowserModelState | null>(null);
  readonly room: ModelRoom;
  readonly #session: Session;
  #loaded: Promise<void> | undefined;
  #asking: Promise<void> | undefined;

  constructor(session: Session) {
    const { models: room } = session.shell;
    const engine = () => session.engine();
    this.#session = session;
    this.room = room;
    this.choices = new ModelChoices(engine, room);
    this.downloads = new Downloads(room);
    this.server = new ServerLink(room, this.choices, new ServerPermission(session));
    this.trial = new ModelTrial(engine);
    session.shell.watchPolicy(async ({ sealed }) => {
      if (sealed) await this.downloads.pauseAll();
    });
  }

  /** Reads the facts of this device and the stored models. Fetches nothing. */
  load(): Promise<void> {
    return (this.#loaded ??= this.#look().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    }));
  }

  /** True if nothing may leave this machine. */
  get sealed(): boolean {
    return this.#session.settings.policy.sealed;
  }

  /** Origins of the model servers beyond this machine that the person allowed. */
  get allowed(): readonly string[] {
    return this.#session.settings.policy.servers;
  }

  cardsOf(role: CatalogueModel['role']): readonly ModelCard[] {
    const { hardware, free } = this;
    if (!hardware) return [];
    const models = CATALOGUE.filter((model) => model.role === role);
    const languages = this.#session.conversations.overview?.languages.map(({ language }) => language);
    const best = preselect(models, hardware, free, languages);
    return cards(models).map((model) => {
      const found = fit(model, hardware, this.#roomFor(model), models);
      return { model, fit: found, recommended: best !== null && found.choose.id === best.id };
    });
  }

  /** Models that can be chosen now: stored ones, those of the server, and the browser's own. */
  get chatOptions(): readonly { readonly choice: ChatChoice; readonly title: Message }[] {
    return [
      ...this.storedModels('chat').map(({ id, provider, title }) => ({ choice: { provider, model: id }, title })),
      ...this.server.models.map((model) => ({
        choice: { provider: 'server' as const, model: model.name },
        title: serverTitle(model),
      })),
      ...(this.promptApi?.kind === 'usable'
        ? [
            {
              choice: { provider: 'prompt-api' as const, model: 'built-in' },
              title: message`The browser’s own model`,
            },
          ]
        : []),
    ];
  }

  /** Embedding models or rerankers of the server that can be chosen now, by their key. */
  serverEncoders(role: 'embedding' | 'reranking'): readonly { readonly value: string; readonly title: Message }[] {
    const { embedders, rerankers } = this.server;
    return (role === 'embedding' ? embedders : rerankers).map((model) => ({
      value: encoderKey({ provider: 'server', model: model.name }),
      title: serverTitle(model),
    }));
  }

  /** Models of a kind that are whole on this device. */
  storedModels(role: CatalogueModel['role']): readonly CatalogueModel[] {
    return CATALOGUE.filter((model) => model.role === role && this.downloads.storedOf(model.id)?.complete);
  }

  /** The sentence checker of the catalogue that is in use now, whether it was chosen or *Auto* takes it. */
  get checker(): string | null {
    const { checker } = this.choices.settings;
    if (checker === 'none') return null;
    return checker === 'auto' ? autoChecker(this.downloads.stored) : checker.model;
  }

  isInUse(model: string): boolean {
    return this.checker === model || Object.keys(usesOf(this.choices.settings, isOwn(model))).length > 0;
  }

  /** For a purpose other than answers null means the same model as for answers. */
  async chooseChat(choice: ChatChoice | null, purpose: ChatPurpose = 'answers'): Promise<void> {
    await this.choices.keep({ [purpose === 'answers' ? 'chat' : purpose]: choice });
  }

  async chooseEmbedding(model: EncoderChoice | null): Promise<void> {
    await this.choices.keep({ embedding: model });
  }

  async chooseChecker(choice: CheckerChoice): Promise<void> {
    await this.choices.keep({ checker: choice });
  }

  async chooseReranker(model: EncoderChoice | null): Promise<void> {
    await this.choices.keep({ reranker: model });
  }

  /** Deletes a model's files; it is no longer chosen. */
  async remove(model: string): Promise<void> {
    await this.downloads.remove(model);
    const { settings } = this.choices;
    const { checker } = settings;
    const isChecker = typeof checker === 'object' && checker.model === model;
    // *Auto* looks again at what is here, in all tabs.
    await this.choices.keep({ checker: isChecker ? 'auto' : checker, ...usesOf(settings, isOwn(model), null) });
    await this.#measure();
  }

  /** Chooses a model for its role. */
  async use({ id, role, provider }: CatalogueModel): Promise<void> {
    if (role === 'embedding') await this.chooseEmbedding(id);
    else if (role === 'entailment') await this.chooseChecker({ model: id });
    else if (role === 'reranking') await this.chooseReranker(id);
    else await this.chooseChat({ provider, model: id });
  }

  /** Takes note of a model that has just come; it is chosen where none was, and *Auto* looks again. */
  async welcome(model: string): Promise<void> {
    const come = CATALOGUE.find(({ id }) => id === model);
    if (come && this.#lacks(come.role)) await this.use(come);
    else if (come?.role === 'entailment') await this.chooseChecker(this.choices.settings.checker);
    await this.#measure();
  }

  async seal(sealed: boolean): Promise<void> {
    await this.#session.shell.seal(sealed);
    await this.server.followSeal();
  }

  /** Asks the server that was connected before for its models, once its settings are looked at. */
  async reconnectServer(): Promise<void> {
    const { server } = this.choices.settings;
    if (server && this.server.state.kind === 'off') await this.server.reconnect(server);
  }

  async #look(): Promise<void> {
    await this.#session.settings.readPolicy();
    await this.#session.engine();
    await Promise.all([
      this.choices.load(),
      this.downloads.load(),
      this.#measure(),
      this.room.chat
        .use()
        .probe()
        .then((hardware) => (this.hardware = hardware)),
    ]);
  }

  /**
   * Returns the room for a model. Stored parts of it, or of the twin that stands in for it, need none. Null where it is
   * all here, or unknown.
   */
  #roomFor({ id, twin }: CatalogueModel): number | null {
    const here = [id, twin].flatMap((one) => (one ? (this.downloads.storedOf(one) ?? []) : []));
    if (this.free === null || here.some(({ complete }) => complete)) return null;
    return here.reduce((sum, { bytes }) => sum + bytes, this.free);
  }

  #lacks(role: CatalogueModel['role']): boolean {
    const { chat, embedding, checker, reranker } = this.choices.settings;
    return {
      chat: chat === null,
      embedding: embedding === null,
      entailment: checker === 'none',
      reranking: reranker === null,
    }[role];
  }

  async #measure(): Promise<void> {
    const { settings } = this.#session;
    await settings.measure();
    const { quota, used } = settings.usage ?? { quota: 0, used: 0 };
    this.free = quota > 0 ? quota - used : null;
  }

  /**
   * Asks the browser whether it has a model of its own, and again while that can be fetched: the browser may do so by itself. Some browsers
   * complain in their console where there is none, so they are asked once.
   */
  async askBrowser(): Promise<void> {
    const { promptApi } = this.room;
    if (!promptApi || (this.promptApi && this.promptApi.kind !== 'fetchable')) return;
    this.#asking ??= lookAtBrowserModel(promptApi)
      .then((state) => void (this.promptApi = state))
      .finally(() => (this.#asking = undefined));
    await this.#asking;
  }
}

/** A model's name for people, by its catalogue id or its key. */
export function modelTitle(key: string): string {
  const choice = encoderOf(key);
  if (typeof choice === 'object') return choice.model;
  return messageText(CATALOGUE.find(({ id }) => id === choice)?.title ?? choice);
}

/** Checks that a choice is that model of the catalogue. */
const isOwn =
  (model: string) =>
  (choice: UsedModel): boolean =>
    typeof choice === 'object' ? choice?.provider !== 'server' && choice?.model === model : choice === model;

const serverTitle = ({ name }: ServerModel): Message => message`${name} (model server)`;

const OF_SERVER = 'server/';

/** An embedding model or a reranker as the value of a select. */
export const encoderKey = (choice: EncoderChoice | null): string =>
  typeof choice === 'object' && choice ? `${OF_SERVER}${choice.model}` : (choice ?? '');

/** Parses the choice of such a value. */
export const encoderOf = (key: string): EncoderChoice =>
  key.startsWith(OF_SERVER) ? { provider: 'server', model: key.slice(OF_SERVER.length) } : key;

const known = new WeakMap<Session, Models>();

/** The one state of the models of this page, made when it is first needed. */
export function modelsOf(session: Session): Models {
  const models = known.get(session) ?? new Models(session);
  known.set(session, models);
  return models;
}

export const getModels = (): Models => modelsOf(getSession());
