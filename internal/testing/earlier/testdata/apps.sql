--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: appbuilder_versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.appbuilder_versions (
    version integer NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    oldest integer
);


--
-- Name: apps; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.apps (
    id text NOT NULL,
    owner_id text NOT NULL,
    prompt text NOT NULL,
    name text NOT NULL,
    content text NOT NULL,
    content_hash text NOT NULL,
    published_hash text DEFAULT ''::text NOT NULL,
    generator text NOT NULL,
    slug text,
    status text NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    published_at text DEFAULT ''::text NOT NULL,
    revision bigint DEFAULT 1 NOT NULL,
    "position" bigint DEFAULT 1 NOT NULL,
    run_id text DEFAULT ''::text NOT NULL,
    run_until text DEFAULT ''::text NOT NULL,
    run_cancelled bigint DEFAULT 0 NOT NULL,
    created_at text NOT NULL,
    updated_at text NOT NULL,
    blocked_at text DEFAULT ''::text NOT NULL,
    call_token_hash text DEFAULT ''::text NOT NULL,
    answer_mode text DEFAULT 'static'::text NOT NULL,
    CONSTRAINT apps_answer_mode_check CHECK ((answer_mode = ANY (ARRAY['static'::text, 'llm'::text]))),
    CONSTRAINT apps_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text]))),
    CONSTRAINT apps_version_check CHECK ((version >= 0))
);


--
-- Name: calls; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.calls (
    app_id text NOT NULL,
    calls bigint NOT NULL,
    errors bigint NOT NULL,
    last_at text NOT NULL
);


--
-- Name: edit_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.edit_tokens (
    token_hash text NOT NULL,
    app_id text NOT NULL,
    created_at text NOT NULL
);


--
-- Name: messages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.messages (
    app_id text NOT NULL,
    seq bigint NOT NULL,
    id text NOT NULL,
    role text NOT NULL,
    content text NOT NULL,
    changes text NOT NULL,
    revision_before bigint NOT NULL,
    revision_after bigint NOT NULL,
    generator text NOT NULL,
    state text NOT NULL,
    error_code text NOT NULL,
    usage text NOT NULL,
    created_at text NOT NULL,
    CONSTRAINT messages_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text, 'system'::text]))),
    CONSTRAINT messages_state_check CHECK ((state = ANY (ARRAY['running'::text, 'complete'::text, 'failed'::text, 'cancelled'::text])))
);


--
-- Name: owners; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.owners (
    id text NOT NULL,
    token_hash text,
    current_app text DEFAULT ''::text NOT NULL,
    created_at text NOT NULL,
    seen_at text NOT NULL
);


--
-- Name: revisions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.revisions (
    app_id text NOT NULL,
    seq bigint NOT NULL,
    cause text NOT NULL,
    content text NOT NULL,
    created_at text NOT NULL
);


--
-- Name: servers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.servers (
    id text NOT NULL,
    seen_at text NOT NULL
);


--
-- Name: slugs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.slugs (
    slug text NOT NULL,
    app_id text NOT NULL,
    retired_at text DEFAULT ''::text NOT NULL
);


--
-- Name: spent; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.spent (
    name text NOT NULL,
    since text NOT NULL,
    amount bigint NOT NULL
);


--
-- Name: versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.versions (
    app_id text NOT NULL,
    version bigint NOT NULL,
    content text NOT NULL,
    published_at text NOT NULL
);


--
-- Data for Name: appbuilder_versions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.appbuilder_versions VALUES (0, '2026-11-28 14:52:16.647848+00', NULL);
INSERT INTO public.appbuilder_versions VALUES (1, '2026-11-28 14:52:16.650309+00', 1);
INSERT INTO public.appbuilder_versions VALUES (2, '2026-11-28 14:52:16.728374+00', 2);
INSERT INTO public.appbuilder_versions VALUES (3, '2026-11-28 14:52:16.743832+00', 3);
INSERT INTO public.appbuilder_versions VALUES (4, '2026-11-28 14:52:16.748237+00', 4);


--
-- Data for Name: apps; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.apps VALUES ('e3f769e1-2188-438d-86ab-c4cd36f27a88', 'name:25bf8e1a2393f1108d37029b3df5593236c755742ec93465bbafa9b290bddcf6', 'Show order history in a table', 'Order History', '{"name":"Order History","description":"Shows orders with customer, date, total and status.","layoutTemplate":"table","themeVariables":{"--accent":"210 40% 96.1%","--accent-foreground":"222.2 47.4% 11.2%","--background":"0 0% 100%","--foreground":"222.2 47.4% 11.2%","--muted":"210 40% 96.1%","--muted-foreground":"215.4 16.3% 44%","--primary":"221 83% 53%","--primary-foreground":"144 40% 98%"},"mockData":{"type":"table","columns":[{"key":"order","header":"Order","type":"text"},{"key":"customer","header":"Customer","type":"text"},{"key":"date","header":"Date","type":"date"},{"key":"total","header":"Total","type":"text"},{"key":"status","header":"Status","type":"badge"}],"rows":[{"customer":"Ada Moreno","date":"2026-11-27","order":"#10482","status":"Processing","total":"$214.50"},{"customer":"Jonas Keller","date":"2026-11-26","order":"#10481","status":"Shipped","total":"$36.00"},{"customer":"Priya Nair","date":"2026-11-25","order":"#10479","status":"Shipped","total":"$129.99"},{"customer":"Tom Okafor","date":"2026-11-23","order":"#10477","status":"Delivered","total":"$58.20"},{"customer":"Lena Fischer","date":"2026-11-22","order":"#10475","status":"Delivered","total":"$412.00"},{"customer":"Marc Dubois","date":"2026-11-19","order":"#10470","status":"Returned","total":"$19.90"},{"customer":"Sofia Rossi","date":"2026-11-16","order":"#10466","status":"Delivered","total":"$88.75"},{"customer":"Ken Watanabe","date":"2026-11-13","order":"#10459","status":"Cancelled","total":"$240.00"}]},"toolName":"get_orders","toolDescription":"Returns a list of orders with customer, date, total and status. Use it when the user asks which orders there are, or about the customer, date or total of one. It needs only the user''s question, as message. The list is sample data."}', 'f9c192cb1be4e1cfe085cf175fa998097258280c1318a38b9059f654624cf79f', 'f9c192cb1be4e1cfe085cf175fa998097258280c1318a38b9059f654624cf79f', 'rules', 'order-history', 'published', 1, '2026-11-28T14:52:17.082Z', 2, 2, '', '', 0, '2026-11-28T14:52:17.020Z', '2026-11-28T14:52:17.082Z', '', '', 'static');


--
-- Data for Name: calls; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: edit_tokens; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: messages; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.messages VALUES ('e3f769e1-2188-438d-86ab-c4cd36f27a88', 1, 'd07b41c6-a43c-4da0-9c9c-9309d360f678', 'user', 'Show order history in a table', '[]', 0, 0, '', 'complete', '', '', '2026-11-28T14:52:17.020Z');
INSERT INTO public.messages VALUES ('e3f769e1-2188-438d-86ab-c4cd36f27a88', 2, '7f91cabc-79f4-45aa-92cb-8bac9fc303d0', 'assistant', 'Here is “Order History”: a table with sample data about orders. It was made by built-in rules that look for words, in English. You can ask for another layout (“switch to cards”), other colors (“make it blue”), columns (“add a column Price”) and rows (“add 3 rows”).', '[]', 0, 1, 'rules', 'complete', '', '', '2026-11-28T14:52:17.020Z');
INSERT INTO public.messages VALUES ('e3f769e1-2188-438d-86ab-c4cd36f27a88', 3, '3b9f12f9-3039-443f-ac37-4b9a2febe6d8', 'user', 'make it blue', '[]', 1, 1, '', 'complete', '', '', '2026-11-28T14:52:17.042Z');
INSERT INTO public.messages VALUES ('e3f769e1-2188-438d-86ab-c4cd36f27a88', 4, 'c81e3862-db87-481f-ad45-416c6a22917c', 'assistant', 'Updated primary color to blue. Changed primary foreground too, so that the text on it stays readable.', '["Updated primary color to blue","Changed primary foreground too, so that the text on it stays readable"]', 1, 2, 'rules', 'complete', '', '', '2026-11-28T14:52:17.042Z');


--
-- Data for Name: owners; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.owners VALUES ('name:25bf8e1a2393f1108d37029b3df5593236c755742ec93465bbafa9b290bddcf6', NULL, 'e3f769e1-2188-438d-86ab-c4cd36f27a88', '2026-11-28T14:52:16.985Z', '2026-11-28T14:52:16.985Z');


--
-- Data for Name: revisions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.revisions VALUES ('e3f769e1-2188-438d-86ab-c4cd36f27a88', 1, 'create', '{"name":"Order History","description":"Shows orders with customer, date, total and status.","layoutTemplate":"table","themeVariables":{"--accent":"210 40% 96.1%","--accent-foreground":"222.2 47.4% 11.2%","--background":"0 0% 100%","--foreground":"222.2 47.4% 11.2%","--muted":"210 40% 96.1%","--muted-foreground":"215.4 16.3% 44%","--primary":"142 76% 36%","--primary-foreground":"144 80% 6%"},"mockData":{"type":"table","columns":[{"key":"order","header":"Order","type":"text"},{"key":"customer","header":"Customer","type":"text"},{"key":"date","header":"Date","type":"date"},{"key":"total","header":"Total","type":"text"},{"key":"status","header":"Status","type":"badge"}],"rows":[{"customer":"Ada Moreno","date":"2026-11-27","order":"#10482","status":"Processing","total":"$214.50"},{"customer":"Jonas Keller","date":"2026-11-26","order":"#10481","status":"Shipped","total":"$36.00"},{"customer":"Priya Nair","date":"2026-11-25","order":"#10479","status":"Shipped","total":"$129.99"},{"customer":"Tom Okafor","date":"2026-11-23","order":"#10477","status":"Delivered","total":"$58.20"},{"customer":"Lena Fischer","date":"2026-11-22","order":"#10475","status":"Delivered","total":"$412.00"},{"customer":"Marc Dubois","date":"2026-11-19","order":"#10470","status":"Returned","total":"$19.90"},{"customer":"Sofia Rossi","date":"2026-11-16","order":"#10466","status":"Delivered","total":"$88.75"},{"customer":"Ken Watanabe","date":"2026-11-13","order":"#10459","status":"Cancelled","total":"$240.00"}]},"toolName":"get_orders","toolDescription":"Returns a list of orders with customer, date, total and status. Use it when the user asks which orders there are, or about the customer, date or total of one. It needs only the user''s question, as message. The list is sample data."}', '2026-11-28T14:52:17.020Z');
INSERT INTO public.revisions VALUES ('e3f769e1-2188-438d-86ab-c4cd36f27a88', 2, 'chat', '{"name":"Order History","description":"Shows orders with customer, date, total and status.","layoutTemplate":"table","themeVariables":{"--accent":"210 40% 96.1%","--accent-foreground":"222.2 47.4% 11.2%","--background":"0 0% 100%","--foreground":"222.2 47.4% 11.2%","--muted":"210 40% 96.1%","--muted-foreground":"215.4 16.3% 44%","--primary":"221 83% 53%","--primary-foreground":"144 40% 98%"},"mockData":{"type":"table","columns":[{"key":"order","header":"Order","type":"text"},{"key":"customer","header":"Customer","type":"text"},{"key":"date","header":"Date","type":"date"},{"key":"total","header":"Total","type":"text"},{"key":"status","header":"Status","type":"badge"}],"rows":[{"customer":"Ada Moreno","date":"2026-11-27","order":"#10482","status":"Processing","total":"$214.50"},{"customer":"Jonas Keller","date":"2026-11-26","order":"#10481","status":"Shipped","total":"$36.00"},{"customer":"Priya Nair","date":"2026-11-25","order":"#10479","status":"Shipped","total":"$129.99"},{"customer":"Tom Okafor","date":"2026-11-23","order":"#10477","status":"Delivered","total":"$58.20"},{"customer":"Lena Fischer","date":"2026-11-22","order":"#10475","status":"Delivered","total":"$412.00"},{"customer":"Marc Dubois","date":"2026-11-19","order":"#10470","status":"Returned","total":"$19.90"},{"customer":"Sofia Rossi","date":"2026-11-16","order":"#10466","status":"Delivered","total":"$88.75"},{"customer":"Ken Watanabe","date":"2026-11-13","order":"#10459","status":"Cancelled","total":"$240.00"}]},"toolName":"get_orders","toolDescription":"Returns a list of orders with customer, date, total and status. Use it when the user asks which orders there are, or about the customer, date or total of one. It needs only the user''s question, as message. The list is sample data."}', '2026-11-28T14:52:17.050Z');


--
-- Data for Name: servers; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: slugs; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.slugs VALUES ('order-history', 'e3f769e1-2188-438d-86ab-c4cd36f27a88', '');


--
-- Data for Name: spent; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.spent VALUES ('generate_rules:name:25bf8e1a2393f1108d37029b3df5593236c755742ec93465bbafa9b290bddcf6', '2026-11-28T14:00:00.000Z', 1);
INSERT INTO public.spent VALUES ('chat_rules:name:25bf8e1a2393f1108d37029b3df5593236c755742ec93465bbafa9b290bddcf6', '2026-11-28T14:00:00.000Z', 1);
INSERT INTO public.spent VALUES ('publish:name:25bf8e1a2393f1108d37029b3df5593236c755742ec93465bbafa9b290bddcf6', '2026-11-28T14:00:00.000Z', 1);


--
-- Data for Name: versions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.versions VALUES ('e3f769e1-2188-438d-86ab-c4cd36f27a88', 1, '{"name":"Order History","description":"Shows orders with customer, date, total and status.","layoutTemplate":"table","themeVariables":{"--accent":"210 40% 96.1%","--accent-foreground":"222.2 47.4% 11.2%","--background":"0 0% 100%","--foreground":"222.2 47.4% 11.2%","--muted":"210 40% 96.1%","--muted-foreground":"215.4 16.3% 44%","--primary":"221 83% 53%","--primary-foreground":"144 40% 98%"},"mockData":{"type":"table","columns":[{"key":"order","header":"Order","type":"text"},{"key":"customer","header":"Customer","type":"text"},{"key":"date","header":"Date","type":"date"},{"key":"total","header":"Total","type":"text"},{"key":"status","header":"Status","type":"badge"}],"rows":[{"customer":"Ada Moreno","date":"2026-11-27","order":"#10482","status":"Processing","total":"$214.50"},{"customer":"Jonas Keller","date":"2026-11-26","order":"#10481","status":"Shipped","total":"$36.00"},{"customer":"Priya Nair","date":"2026-11-25","order":"#10479","status":"Shipped","total":"$129.99"},{"customer":"Tom Okafor","date":"2026-11-23","order":"#10477","status":"Delivered","total":"$58.20"},{"customer":"Lena Fischer","date":"2026-11-22","order":"#10475","status":"Delivered","total":"$412.00"},{"customer":"Marc Dubois","date":"2026-11-19","order":"#10470","status":"Returned","total":"$19.90"},{"customer":"Sofia Rossi","date":"2026-11-16","order":"#10466","status":"Delivered","total":"$88.75"},{"customer":"Ken Watanabe","date":"2026-11-13","order":"#10459","status":"Cancelled","total":"$240.00"}]},"toolName":"get_orders","toolDescription":"Returns a list of orders with customer, date, total and status. Use it when the user asks which orders there are, or about the customer, date or total of one. It needs only the user''s question, as message. The list is sample data."}', '2026-11-28T14:52:17.082Z');


--
-- Name: appbuilder_versions appbuilder_versions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.appbuilder_versions
    ADD CONSTRAINT appbuilder_versions_pkey PRIMARY KEY (version);


--
-- Name: apps apps_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.apps
    ADD CONSTRAINT apps_pkey PRIMARY KEY (id);


--
-- Name: apps apps_slug_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.apps
    ADD CONSTRAINT apps_slug_key UNIQUE (slug);


--
-- Name: calls calls_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_pkey PRIMARY KEY (app_id);


--
-- Name: edit_tokens edit_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.edit_tokens
    ADD CONSTRAINT edit_tokens_pkey PRIMARY KEY (token_hash);


--
-- Name: messages messages_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (app_id, seq);


--
-- Name: owners owners_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.owners
    ADD CONSTRAINT owners_pkey PRIMARY KEY (id);


--
-- Name: owners owners_token_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.owners
    ADD CONSTRAINT owners_token_hash_key UNIQUE (token_hash);


--
-- Name: revisions revisions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (app_id, seq);


--
-- Name: servers servers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.servers
    ADD CONSTRAINT servers_pkey PRIMARY KEY (id);


--
-- Name: slugs slugs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.slugs
    ADD CONSTRAINT slugs_pkey PRIMARY KEY (slug);


--
-- Name: spent spent_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.spent
    ADD CONSTRAINT spent_pkey PRIMARY KEY (name, since);


--
-- Name: versions versions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.versions
    ADD CONSTRAINT versions_pkey PRIMARY KEY (app_id, version);


--
-- Name: apps_owner; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX apps_owner ON public.apps USING btree (owner_id, created_at, id);


--
-- Name: apps_published; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX apps_published ON public.apps USING btree (owner_id, status) WHERE (status = 'published'::text);


--
-- Name: apps_run; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX apps_run ON public.apps USING btree (run_until) WHERE (run_id <> ''::text);


--
-- Name: owners_seen; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX owners_seen ON public.owners USING btree (seen_at);


--
-- Name: apps apps_owner_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.apps
    ADD CONSTRAINT apps_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owners(id) ON DELETE CASCADE;


--
-- Name: calls calls_app_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;


--
-- Name: edit_tokens edit_tokens_app_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.edit_tokens
    ADD CONSTRAINT edit_tokens_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;


--
-- Name: messages messages_app_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;


--
-- Name: revisions revisions_app_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;


--
-- Name: versions versions_app_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.versions
    ADD CONSTRAINT versions_app_id_fkey FOREIGN KEY (app_id) REFERENCES public.apps(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


